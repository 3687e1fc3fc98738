==== a method of a C++ interface in a header
kind: interface-method
--- include/sink.h
#pragma once
#include <string>

class Sink {
public:
    virtual ~Sink() = default;
    virtual void write(const std::string& line) = 0;«→
    virtual void flush() = 0;»
};
--- src/file_sink.h
#pragma once
#include "sink.h"
#include <fstream>

class FileSink : public Sink {
public:
    explicit FileSink(const std::string& path);
    void write(const std::string& line) override;‹→
    void flush() override;¦@›

private:
    std::ofstream out_;
};

==== a half-typed C case
kind: half-typed
--- src/op.c
#include "op.h"

const char *op_name(enum op op)
{
    switch (op) {
    case OP_ADD:
        return "add";
    case OP_SUB:
        return "sub";
    «→case OP_MUL:
        return »‹→"mul";›
    }
    return "?";
}
--- src/op.h
enum op { OP_ADD, OP_SUB, OP_MUL };

==== a C++ getter returns by reference
kind: return-type
--- src/person.h
#pragma once
#include <string>

class Person {
public:
    «std::string→const std::string&» name() const;
    int age() const;

private:
    std::string name_;
    int age_;
};
--- src/person.cpp
#include "person.h"

‹std::string→const std::string&› Person::name() const { return name_; }

int Person::age() const { return age_; }

==== a C function returns long
kind: return-type
--- src/size.h
#ifndef SIZE_H
#define SIZE_H
‹int→long› file_size(const char *path);
#endif
--- src/size.c
#include "size.h"

«int→long» file_size(const char *path)
{
    return stat_size(path);
}

==== rename of a structured binding in C++
kind: rename-local
--- src/count.cpp
#include <map>
#include <string>

int total(const std::map<std::string, int>& counts) {
    int sum = 0;
    for (const auto& [key, «n→count»] : counts) {
        if (‹n→count› > 0) sum += ‹n→count›;
    }
    return sum;
}

==== rename of a C++ method in a header with a call
kind: rename-method
--- src/buffer.h
#pragma once

class Buffer {
public:
    void «reset→clear»();
    int size() const { return size_; }

private:
    int size_ = 0;
};
--- src/buffer.cpp
#include "buffer.h"

void Buffer::‹reset→clear›() {
    size_ = 0;
}
--- src/main.cpp
#include "buffer.h"

int main() {
    Buffer buffer;
    buffer.‹reset→clear›();
    return buffer.size();
}

==== a C++ method in a header gets a parameter
kind: change-signature
--- src/canvas.h
#pragma once

class Canvas {
public:
    void line(int x, int y«→, int width»);
    void clear();
};
--- src/canvas.cpp
#include "canvas.h"

void Canvas::line(int x, int y‹→, int width›) {
    draw(x, y);
}

void Canvas::clear() {}
--- src/main.cpp
#include "canvas.h"

int main() {
    Canvas canvas;
    canvas.line(3, 4‹→, 1¦@¦re:, .*›);
    canvas.clear();
}

==== a C++ method loses a parameter in its source file
kind: change-signature
--- src/parser.cpp
#include "parser.h"

Node Parser::parse(const std::string& text«, bool strict→») {
    return parse_expression(text);
}
--- src/parser.h
#pragma once
#include <string>

class Parser {
public:
    Node parse(const std::string& text‹, bool strict→›);
};
--- src/main.cpp
#include "parser.h"

Node load(const std::string& text) {
    Parser parser;
    return parser.parse(text‹, true→›);
}

==== const on each pointer parameter
kind: parallel-lines
--- text.h
int count_words(«→const »char *text);
int count_lines(‹→const ›char *text);
int count_chars(‹→const ›char *text);

==== a C++ include follows
kind: moved-import
--- src/a.cpp
#include "«utils.h→text/utils.h»"

int a() { return width("a"); }
--- src/b.cpp
#include "‹utils.h→text/utils.h›"

int b() { return width("b"); }
--- src/text/utils.h
int width(const char *text);

==== a getter becomes const in the header
kind: change-signature
--- src/person.h
#pragma once
#include <string>

class Person {
public:
    virtual std::string name()«→ const»;
    static int count();
};
--- src/person.cpp
#include "person.h"

std::string Person::name()‹→ const› { return "ann"; }

int Person::count() { return 1; }

==== a default stays in the header
kind: change-signature
--- src/log.cpp
#include "log.h"

void Log::write(const std::string& text, int level«→, bool flush») {
    out << level << text;
}
--- src/log.h
#pragma once
#include <string>

class Log {
public:
    void write(const std::string& text, int level = 1‹→, bool flush¦re:, bool flush.*›);
};

==== broken parameters of a C++ method
kind: change-signature
--- src/view.h
#pragma once

namespace app {

class View {
public:
    explicit View(int id);
    void show(int left, int top,
              int width«→, int height»);
};

}  // namespace app
--- src/view.cpp
#include "view.h"

namespace app {

View::View(int id) {}

void View::show(int left, int top,
                int width‹→, int height›) {
    draw(left, top, width);
}

}  // namespace app

==== a virtual method is retyped in base and derived class
kind: return-type
--- src/shape.h
#pragma once

class Shape {
public:
    virtual ~Shape() = default;
    virtual «float→double» area() const = 0;
};

class Square : public Shape {
public:
    ‹float→double› area() const override;

private:
    float side_ = 0;
};

==== a C++ enum class and its name function
kind: enum-member
--- src/state.h
#pragma once

enum class State {
    Idle,
    Running,«→
    Paused,»
};
--- src/state.cpp
#include "state.h"

const char* name(State state) {
    switch (state) {
        case State::Idle:
            return "idle";
        case State::Running:
            return "running";‹→
        case State::Paused:
            return "paused";›
    }
    return "";
}

==== the declaration of one overload goes with its definition
kind: code-deleted
--- src/canvas.cpp
#include "canvas.hpp"

void Canvas::line(Point from, Point to)
{
    path_.move(from);
    path_.draw(to);
}

«void Canvas::line(int x, int y)
{
    line(Point{0, 0}, Point{x, y});
}

→»void Canvas::clear()
{
    path_.reset();
}
--- src/canvas.hpp
#pragma once

#include "path.hpp"

class Canvas {
public:
    void line(Point from, Point to);
‹    void line(int x, int y);
→›    void clear();

private:
    Path path_;
};

==== the definition goes with its declaration
kind: code-deleted
--- src/queue.hpp
#pragma once

#include <deque>

class Queue {
public:
    void push(int job);
«    int peek() const;
→»    int pop();

private:
    std::deque<int> jobs_;
};
--- src/queue.cpp
#include "queue.hpp"

void Queue::push(int job)
{
    jobs_.push_back(job);
}

‹int Queue::peek() const
{
    return jobs_.front();
}

→›int Queue::pop()
{
    int job = jobs_.front();
    jobs_.pop_front();
    return job;
}
