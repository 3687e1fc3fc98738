==== logging takes a level
kind: change-signature
--- log.h
#ifndef LOG_H
#define LOG_H

enum log_level { LOG_DEBUG, LOG_INFO, LOG_ERROR };

void log_write(‹→enum log_level level, ›const char *message);
void log_close(void);

#endif
--- log.c
#include "log.h"

#include <stdio.h>

static FILE *out;

void log_write(«→enum log_level level, »const char *message)
{
    if (!out)
        out = fopen("app.log", "a");
    fprintf(out, "%s\n", message);
}

void log_close(void)
{
    if (out)
        fclose(out);
}
--- main.c
#include "log.h"

int main(int argc, char **argv)
{
    log_write(‹→LOG_INFO, ¦re:LOG_\w+, ¦@›"start");
    if (argc < 2) {
        log_write(‹→LOG_ERROR, ¦re:LOG_\w+, ¦@›"no file given");
        return 1;
    }
    log_close();
    return 0;
}

==== the local sum is a total
kind: rename-local
--- histogram.cpp
#include <numeric>
#include <vector>

double mean(const std::vector<int>& values)
{
    long «sum→total» = 0;
    for (int v : values) {
        ‹sum→total› += v;
    }
    return values.empty() ? 0.0 : static_cast<double>(‹sum→total›) / values.size();
}

// The sum of the squares, for the variance.
double squares(const std::vector<int>& values)
{
    double sum = 0;
    for (int v : values) {
        sum += static_cast<double>(v) * v;
    }
    return sum;
}

==== lenght of the buffer
kind: typo
--- buffer.h
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>

struct buffer {
    char *data;
    size_t «lenght→length»;
    size_t capacity;
};

void buffer_append(struct buffer *buf, const char *text, size_t n);

#endif
--- buffer.c
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

void buffer_append(struct buffer *buf, const char *text, size_t n)
{
    if (buf->‹lenght→length› + n > buf->capacity) {
        buf->capacity = 2 * (buf->‹lenght→length› + n);
        buf->data = realloc(buf->data, buf->capacity);
    }
    memcpy(buf->data + buf->‹lenght→length›, text, n);
    buf->‹lenght→length› += n;
}

==== the drawing routine gets a colour
kind: change-signature
--- src/display.h
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdint.h>

#define WHITE 0xFFFF
#define RED 0xF800

void display_line(int x0, int y0, int x1, int y1«→, uint16_t color»);
void display_text(int x, int y, const char *text);

#endif
--- src/display.c
#include "display.h"
#include "spi.h"

static void plot(int x, int y, uint16_t color)
{
    spi_address(x, y);
    spi_write(color);
}

void display_line(int x0, int y0, int x1, int y1‹→, uint16_t color›)
{
    int steps = x1 > x0 ? x1 - x0 : y1 - y0;
    for (int i = 0; i <= steps; i++) {
        plot(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, ‹WHITE→color¦?›);
    }
}

void display_text(int x, int y, const char *text)
{
    while (*text) {
        plot(x, y, WHITE);
        x += spi_glyph(*text++);
    }
}
--- src/gauge.c
#include "display.h"

void gauge_frame(void)
{
    display_line(0, 0, 100, 0‹→, WHITE¦re:, \w+¦@›);
    display_line(0, 0, 0, 40‹→, WHITE¦re:, \w+¦@›);
    display_text(4, 4, "display_line(bar)");
}

==== misspelled receive function
kind: typo
--- src/radio.h
#ifndef RADIO_H
#define RADIO_H

#include <stddef.h>

int radio_send(const unsigned char *frame, size_t length);
int radio_«recieve→receive»(unsigned char *frame, size_t size);
void radio_sleep(void);

#endif
--- src/radio.c
#include "radio.h"
#include "regs.h"

int radio_send(const unsigned char *frame, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        REG_TX = frame[i];
    }
    return (int)length;
}

int radio_‹recieve→receive›(unsigned char *frame, size_t size)
{
    size_t count = 0;
    while (count < size && REG_STATUS & RX_READY) {
        frame[count++] = REG_RX;
    }
    return (int)count;
}

void radio_sleep(void)
{
    REG_MODE = MODE_SLEEP;
}
--- src/node.c
#include "radio.h"

static unsigned char frame[64];

void node_poll(void)
{
    int length = radio_‹recieve→receive›(frame, sizeof frame);
    if (length > 0) {
        radio_send(frame, (size_t)length);
    }
    radio_sleep();
}

==== casts of a mixer become static
kind: parallel-lines
--- src/mixer.cpp
#include "mixer.h"

#include <algorithm>
#include <cstdint>

namespace {

constexpr double kScale = 32767.0;

double clip(double value)
{
    return std::clamp(value, -1.0, 1.0);
}

}  // namespace

Frame Mixer::mix(const Channels &in) const
{
    Frame out;
    out.left = «(int16_t)(clip(in.left) * kScale)→static_cast<int16_t>(clip(in.left) * kScale)»;
    out.right = «(int16_t)(clip(in.right) * kScale)→static_cast<int16_t>(clip(in.right) * kScale)»;
    out.centre = ‹(int16_t)(clip(in.centre) * kScale)→static_cast<int16_t>(clip(in.centre) * kScale)›;
    out.bass = ‹(int16_t)(clip(in.bass) * kScale)→static_cast<int16_t>(clip(in.bass) * kScale)›;
    out.level = clip(in.level);
    return out;
}

double Mixer::peak(const Channels &in) const
{
    return std::max({in.left, in.right, in.centre, in.bass});
}

==== a new prototype is begun in the source
kind: silence
expect: silence
--- src/compass.c
#include <math.h>

#define DECLINATION 2.4

struct sample {
    double x;
    double y;
    double z;
};

static double wrap(double degrees)
{
    while (degrees < 0.0)
        degrees += 360.0;
    return fmod(degrees, 360.0);
}

double compass_heading(const struct sample *s)
{
    return wrap(atan2(s->y, s->x) * 57.2957795 + DECLINATION);
}
«→
/* Calibration needs one full turn on a level table. */
static »

double compass_strength(const struct sample *s)
{
    return sqrt(s->x * s->x + s->y * s->y + s->z * s->z);
}

==== writing to the uart takes a timeout
kind: change-signature
--- drivers/uart.c
#include "uart.h"

#include "clock.h"
#include "regs.h"

bool uart_write(const uint8_t *data, size_t len«→, uint32_t timeout_ms»)
{
    uint32_t start = clock_ms();

    for (size_t i = 0; i < len; i++) {
        while (!(UART0->STATUS & UART_TX_READY)) {
            if (clock_ms() - start > «50U→timeout_ms») {
                return false;
            }
        }
        UART0->DATA = data[i];
    }
    return true;
}
--- drivers/uart.h
#ifndef DRIVERS_UART_H
#define DRIVERS_UART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UART_DEFAULT_TIMEOUT_MS 50U

void uart_init(uint32_t baud);
bool uart_write(const uint8_t *data, size_t len‹→, uint32_t timeout_ms›);
size_t uart_read(uint8_t *data, size_t len);

#endif
--- app/console.c
#include <string.h>

#include "console.h"
#include "uart.h"

static const uint8_t NEWLINE[] = {'\r', '\n'};

void console_puts(const char *text)
{
    uart_write((const uint8_t *)text, strlen(text)‹→, UART_DEFAULT_TIMEOUT_MS¦re:, \w+¦@›);
    uart_write(NEWLINE, sizeof NEWLINE‹→, UART_DEFAULT_TIMEOUT_MS¦re:, \w+¦@›);
}

size_t console_gets(char *line, size_t size)
{
    return uart_read((uint8_t *)line, size);
}

==== the limits are unsigned
kind: parallel-lines
--- include/limits_cfg.h
#ifndef LIMITS_CFG_H
#define LIMITS_CFG_H

/* Limits of the motor controller, checked at start-up. */
#define MOTOR_MAX_RPM       6000«→U»
#define MOTOR_MAX_CURRENT   1200«→U»
#define MOTOR_MAX_TEMP      850‹→U›
#define MOTOR_RAMP_MS       400‹→U›
#define MOTOR_STALL_MS      150‹→U›

#define BOARD_NAME          "mc-200"

#endif

==== the brown-out fault gets its text
kind: enum-member
--- src/fault.c
#include "fault.h"

#include <stddef.h>

enum fault {
    FAULT_NONE,
    FAULT_OVERCURRENT,
    FAULT_OVERTEMP,
    FAULT_STALL,«→
    FAULT_BROWNOUT,»
    FAULT_COUNT
};

static const char *const names[FAULT_COUNT] = {
    [FAULT_NONE] = "none",
    [FAULT_OVERCURRENT] = "overcurrent",
    [FAULT_OVERTEMP] = "overtemp",
    [FAULT_STALL] = "stall",‹→
    [FAULT_BROWNOUT] = "brownout",¦re:\s+\[FAULT_BROWNOUT\] = "[\w -]+",›
};

const char *fault_name(enum fault fault)
{
    return fault < FAULT_COUNT ? names[fault] : "?";
}

int fault_is_thermal(enum fault fault)
{
    return fault == FAULT_OVERTEMP;
}

==== one channel gets another gain
kind: silence
expect: silence
--- src/adc_table.cpp
#include "adc_table.h"

#include <array>

namespace adc {

constexpr std::array<Channel, 6> kChannels{{
    {"battery", 0, 1.00f, 16},
    {"motor_a", 1, «2.50f→2.75f», 64},
    {"motor_b", 2, 2.50f, 64},
    {"motor_c", 3, 2.50f, 64},
    {"board_temp", 4, 1.00f, 16},
    {"spare", 5, 1.00f, 1},
}};

const Channel *find(std::string_view name)
{
    for (const Channel &channel : kChannels) {
        if (channel.name == name) {
            return &channel;
        }
    }
    return nullptr;
}

}  // namespace adc

==== a prefix for the ring buffer
kind: rename-function
--- ring.h
#ifndef RING_H
#define RING_H

#include <stddef.h>

struct ring {
    unsigned char data[256];
    size_t head, tail;
};

int ‹put_byte→ring_put›(struct ring *r, unsigned char byte);
int ring_get(struct ring *r, unsigned char *byte);

#endif
--- ring.c
#include "ring.h"

/* Returns 0 if the ring is full. */
int «put_byte→ring_put»(struct ring *r, unsigned char byte)
{
    size_t next = (r->head + 1) % sizeof r->data;
    if (next == r->tail)
        return 0;
    r->data[r->head] = byte;
    r->head = next;
    return 1;
}

int ring_get(struct ring *r, unsigned char *byte)
{
    if (r->head == r->tail)
        return 0;
    *byte = r->data[r->tail];
    r->tail = (r->tail + 1) % sizeof r->data;
    return 1;
}
--- uart.c
#include "ring.h"

static struct ring rx;

void uart_put_byte(unsigned char byte);

void uart_isr(unsigned char byte)
{
    if (!‹put_byte→ring_put›(&rx, byte))
        uart_put_byte('!');
}

==== the longest word gets a real name
kind: rename-local
--- words.cpp
#include <algorithm>
#include <string>
#include <vector>

std::string longest_word(const std::vector<std::string>& words)
{
    std::string «tmp→longest»;
    for (const auto& word : words) {
        if (word.size() > ‹tmp→longest›.size())
            ‹tmp→longest› = word;
    }
    return ‹tmp→longest›;
}

void swap_ends(std::vector<std::string>& words)
{
    if (words.empty())
        return;
    std::string tmp = words.front();
    words.front() = words.back();
    words.back() = tmp;
}

std::string scratch_file(const std::string& name)
{
    // the tmp folder is emptied at night
    return "/tmp/" + name + ".tmp";
}

==== the debug dump goes away
kind: code-deleted
--- heap.h
#ifndef HEAP_H
#define HEAP_H

struct heap {
    int *items;
    int size, capacity;
};

int heap_push(struct heap *h, int item);
int heap_pop(struct heap *h);
‹void heap_dump(const struct heap *h);
→›
#endif
--- heap.c
#include "heap.h"
‹#include <stdio.h>
→¦?›#include <stdlib.h>

int heap_push(struct heap *h, int item)
{
    if (h->size == h->capacity)
        return 0;
    int i = h->size++;
    while (i > 0 && h->items[(i - 1) / 2] > item) {
        h->items[i] = h->items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->items[i] = item;
    return 1;
}

«void heap_dump(const struct heap *h)
{
    for (int i = 0; i < h->size; i++)
        printf("%d: %d\n", i, h->items[i]);
}

→»int heap_pop(struct heap *h)
{
    if (h->size == 0)
        abort();
    return h->items[--h->size];
}

==== the next error text
kind: half-typed-line
--- net_error.c
enum net_error {
    NET_OK,
    NET_TIMEOUT,
    NET_REFUSED,
    NET_UNREACHABLE,
};

const char *net_error_name(enum net_error error)
{
    switch (error) {
    case NET_OK: return "NET_OK";
    case NET_TIMEOUT: return "NET_TIMEOUT";
    case NET_REFUSED: return "NET_REFUSED";
    «→case NET_UN»‹→REACHABLE: return "NET_UNREACHABLE";›
    }
    return "unknown";
}

int net_error_is_fatal(enum net_error error)
{
    return error == NET_REFUSED || error == NET_UNREACHABLE;
}

==== a trace line while debugging
kind: silence
expect: silence
--- elevator.cpp
#include <cstdio>
#include <set>

class Elevator {
public:
    void call(int floor) { stops.insert(floor); }

    void step()
    {
        if (stops.empty())
            return;
        int target = *stops.begin();
        «→std::fprintf(stderr, "floor %d, target %d\n", floor, target);
        »if (floor < target)
            ++floor;
        else if (floor > target)
            --floor;
        else
            stops.erase(target);
    }

    int position() const { return floor; }

private:
    int floor = 0;
    std::set<int> stops;
};

==== a ring buffer's put is renamed in header, source and use
kind: rename-function
--- ring.h
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

struct ring {
    unsigned char *data;
    size_t size, head, tail;
};

void ring_init(struct ring *r, unsigned char *data, size_t size);
bool «ring_put→ring_push»(struct ring *r, unsigned char byte);
bool ring_put_all(struct ring *r, const unsigned char *bytes, size_t count);

#endif
--- ring.c
#include "ring.h"

void ring_init(struct ring *r, unsigned char *data, size_t size)
{
    r->data = data;
    r->size = size;
    r->head = r->tail = 0;
}

bool ‹ring_put→ring_push›(struct ring *r, unsigned char byte)
{
    size_t next = (r->head + 1) % r->size;
    if (next == r->tail)
        return false;
    r->data[r->head] = byte;
    r->head = next;
    return true;
}

bool ring_put_all(struct ring *r, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!‹ring_put→ring_push›(r, bytes[i]))
            return false;
    return true;
}
--- uart.c
#include "ring.h"
#include "uart.h"

static struct ring received;

void uart_interrupt(void)
{
    while (uart_ready())
        if (!‹ring_put→ring_push›(&received, uart_read()))
            uart_overruns++;
}

==== a traffic light can blink
kind: enum-member
--- light.hpp
#pragma once

#include <string>

enum class Light {
    Red,
    Yellow,
    Green,«→
    Blinking,»
};

enum class Lane { Left, Right };

std::string to_string(Light light);
int seconds(Light light);
--- light.cpp
#include "light.hpp"

std::string to_string(Light light)
{
    switch (light) {
    case Light::Red:
        return "red";
    case Light::Yellow:
        return "yellow";
    case Light::Green:
        return "green";‹→
    case Light::Blinking:
        return "blinking";›
    }
    return "unknown";
}

std::string to_string(Lane lane)
{
    return lane == Lane::Left ? "left" : "right";
}

int seconds(Light light)
{
    switch (light) {
    case Light::Red:
        return 40;
    case Light::Yellow:
        return 3;
    case Light::Green:
        return 30;‹→
    case Light::Blinking:
        return 0;¦re:\n    case Light::Blinking:\n        return -?\d+;¦@›
    }
    return 0;
}

==== a loop's n becomes a count of words
kind: rename-local
--- words.c
#include <ctype.h>
#include <stdio.h>

/* Counts the words of a text; n words have at most n - 1 gaps. */
int count_words(const char *text)
{
    int «n→words» = 0;
    int inside = 0;

    for (const char *c = text; *c; c++) {
        if (isspace((unsigned char)*c)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            ‹n→words›++;
        }
    }
    if (‹n→words› == 0)
        fprintf(stderr, "no text\n");
    return ‹n→words›;
}

int count_lines(const char *text)
{
    int n = 0;

    for (const char *c = text; *c; c++)
        if (*c == '\n')
            n++;
    return n;
}

==== a buffer for names grows
kind: silence
expect: silence
--- contacts.c
#include <stdio.h>
#include <string.h>

struct contact {
    char name[64];
    char phone[32];
};

static int read_line(FILE *in, char *line, int size)
{
    if (!fgets(line, size, in))
        return 0;
    line[strcspn(line, "\n")] = '\0';
    return 1;
}

int read_contact(FILE *in, struct contact *c)
{
    char prompt[32];

    snprintf(prompt, sizeof prompt, "contact at %ld", ftell(in));
    puts(prompt);
    return read_line(in, c->name, sizeof c->name)
        && read_line(in, c->phone, sizeof c->phone);
}

void print_contact(const struct contact *c, int index)
{
    char row[«128→256»];

    snprintf(row, sizeof row, "%3d %-64s %s", index, c->name, c->phone);
    puts(row);
}

==== the length of a name
kind: rename-constant
--- person.h
#ifndef PERSON_H
#define PERSON_H

#define «MAX_NAME→MAX_NAME_LEN» 32
#define MAX_NAMES 100

struct person {
    char name[‹MAX_NAME→MAX_NAME_LEN›];
    int age;
};

int person_read(struct person *p, const char *line);

#endif
--- person.c
#include <stdio.h>
#include <string.h>

#include "person.h"

static struct person people[MAX_NAMES];

int person_read(struct person *p, const char *line)
{
    char name[‹MAX_NAME→MAX_NAME_LEN›];
    if (sscanf(line, "%31s %d", name, &p->age) != 2)
        return -1;
    strncpy(p->name, name, ‹MAX_NAME→MAX_NAME_LEN›);
    return 0;
}

struct person *person_at(int i)
{
    return i < MAX_NAMES ? &people[i] : NULL;
}

==== a counter is named
kind: rename-local
--- words.c
#include <ctype.h>
#include <stdio.h>

int count_words(const char *text)
{
    int «n→words» = 0;
    int inside = 0;
    for (; *text; text++) {
        if (isspace((unsigned char)*text)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            ‹n→words›++;
        }
    }
    return ‹n→words›;
}

int count_lines(const char *text)
{
    int n = 0;
    for (; *text; text++)
        if (*text == '\n')
            n++;
    printf("n lines: %d\n", n);
    return n;
}

==== copies get a limit
kind: api-migration
--- contact.c
#include <stdio.h>
#include <string.h>

struct contact {
    char name[40];
    char city[40];
    char phone[20];
    char note[80];
};

void contact_set(struct contact *c, const char *name, const char *city,
                 const char *phone, const char *note)
{
    «strcpy(c->name, name)→snprintf(c->name, sizeof(c->name), "%s", name)»;
    «strcpy(c->city, city)→snprintf(c->city, sizeof(c->city), "%s", city)»;
    ‹strcpy(c->phone, phone)→snprintf(c->phone, sizeof(c->phone), "%s", phone)›;
    ‹strcpy(c->note, note)→snprintf(c->note, sizeof(c->note), "%s", note)›;
}

int contact_is(const struct contact *c, const char *name)
{
    return strcmp(c->name, name) == 0;
}

==== each axis is weighted
kind: parallel-lines
--- blend.cpp
struct Vec3 {
    float x, y, z;
};

class Blender {
public:
    explicit Blender(float weight) : weight_(weight) {}

    Vec3 blend(const Vec3& a, const Vec3& b) const {
        Vec3 r;
        r.x = a.x + b.x«→ * weight_»;
        r.y = a.y + b.y‹→ * weight_›;
        r.z = a.z + b.z‹→ * weight_›;
        return r;
    }

    float weight() const { return weight_; }

private:
    float weight_;
};

float dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

==== a comment explains a loop
kind: silence
expect: silence
--- crc.c
#include <stddef.h>
#include <stdint.h>

uint16_t crc16(const uint8_t *data, size_t length)
{
    uint16_t crc = 0xffff;
    for (size_t i = 0; i < length; i++) {
        crc ^= data[i];«→ /* the low byte first */»
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 1)
                crc = (crc >> 1) ^ 0xa001;
            else
                crc >>= 1;
        }
    }
    return crc;
}

