==== findTask returns an Optional
kind: change-return-type
--- src/main/java/org/tidepool/scheduling/Task.java
package org.tidepool.scheduling;

import java.util.Date;
import java.util.Objects;

/** A unit of work with a due date. */
public class Task implements Comparable<Task> {

    public enum Priority { LOW, NORMAL, HIGH }

    private final String id;
    private final String description;
    private final Priority priority;
    private final Date due;
    private int failures;

    public Task(String id, String description, Priority priority, Date due) {
        this.id = Objects.requireNonNull(id, "id");
        this.description = description;
        this.priority = priority;
        this.due = due;
    }

    public String getId() {
        return id;
    }

    public String getDescription() {
        return description;
    }

    public Priority getPriority() {
        return priority;
    }

    public Date getDue() {
        return due;
    }

    public int getFailures() {
        return failures;
    }

    void markFailed() {
        failures++;
    }

    public boolean isOverdue(Date now) {
        return due != null && due.before(now);
    }

    @Override
    public int compareTo(Task other) {
        return due.compareTo(other.due);
    }

    @Override
    public String toString() {
        return "Task{id=" + id + ", priority=" + priority + ", due=" + due + "}";
    }
}
--- src/main/java/org/tidepool/scheduling/Scheduler.java
package org.tidepool.scheduling;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
‹→import java.util.Optional;
›import java.util.PriorityQueue;
import java.util.logging.Logger;

/** Runs tasks in the order of their due dates. */
public class Scheduler {

    private static final Logger LOG = Logger.getLogger(Scheduler.class.getName());
    private static final int MAX_FAILURES = 5;

    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private final TaskRunner runner;

    public Scheduler(TaskRunner runner) {
        this.runner = runner;
    }

    public void submit(Task task) {
        queue.add(task);
        LOG.fine("submitted " + task.getId());
    }

    /** Runs every task that is due, and returns how many have run. */
    public int runDue(Date now) {
        int count = 0;
        List<Task> retry = new ArrayList<>();
        while (!queue.isEmpty() && queue.peek().isOverdue(now)) {
            Task task = queue.poll();
            if (runner.run(task)) {
                count++;
            } else {
                task.markFailed();
                LOG.warning("task " + task.getId() + " failed " + task.getFailures() + " times");
                if (task.getFailures() < MAX_FAILURES) {
                    retry.add(task);
                }
            }
        }
        queue.addAll(retry);
        return count;
    }

    public «Task→Optional<Task>» findTask(String id) {
        for (Task task : queue) {
            if (task.getId().equals(id)) {
                return ‹task→Optional.of(task)›;
            }
        }
        return ‹null→Optional.empty()›;
    }

    public int size() {
        return queue.size();
    }
}
--- src/main/java/org/tidepool/scheduling/TaskRunner.java
package org.tidepool.scheduling;

/** Does the work of a task. */
public interface TaskRunner {

    /** Returns whether the task has succeeded. */
    boolean run(Task task);
}
--- src/main/java/org/tidepool/scheduling/Main.java
package org.tidepool.scheduling;

import java.util.Date;

public final class Main {

    private Main() {
    }

    /** Prints what it is given, and never fails. */
    static class PrintingRunner implements TaskRunner {
        @Override
        public boolean run(Task task) {
            System.out.println(label(task.getPriority()) + " " + task.getDescription());
            return true;
        }
    }

    static String label(Task.Priority priority) {
        switch (priority) {
            case LOW:
                return "[low]";
            case NORMAL:
                return "[normal]";
            case HIGH:
                return "[high]";
            default:
                throw new IllegalArgumentException("unknown priority " + priority);
        }
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler(new PrintingRunner());
        Date now = new Date();
        scheduler.submit(new Task("t1", "rotate the logs", Task.Priority.LOW, now));
        scheduler.submit(new Task("t2", "send the digest", Task.Priority.NORMAL, now));
        int count = scheduler.runDue(new Date(now.getTime() + 1000));
        System.out.println(count + " tasks have run, " + scheduler.size() + " are left");
        ‹Task task = scheduler.findTask("t2");
        if (task != null) {
            System.out.println("still waiting: " + task.getDescription());
        }→scheduler.findTask("t2").ifPresent(task -> System.out.println("still waiting: " + task.getDescription()));¦Task task = scheduler.findTask("t2").orElse(null);
        if (task != null) {
            System.out.println("still waiting: " + task.getDescription());
        }¦@›
    }
}

==== priority URGENT is added
kind: enum-member
--- src/main/java/org/tidepool/scheduling/Task.java
package org.tidepool.scheduling;

import java.util.Date;
import java.util.Objects;

/** A unit of work with a due date. */
public class Task implements Comparable<Task> {

    public enum Priority { LOW, NORMAL, HIGH«→, URGENT» }

    private final String id;
    private final String description;
    private final Priority priority;
    private final Date due;
    private int failures;

    public Task(String id, String description, Priority priority, Date due) {
        this.id = Objects.requireNonNull(id, "id");
        this.description = description;
        this.priority = priority;
        this.due = due;
    }

    public String getId() {
        return id;
    }

    public String getDescription() {
        return description;
    }

    public Priority getPriority() {
        return priority;
    }

    public Date getDue() {
        return due;
    }

    public int getFailures() {
        return failures;
    }

    void markFailed() {
        failures++;
    }

    public boolean isOverdue(Date now) {
        return due != null && due.before(now);
    }

    @Override
    public int compareTo(Task other) {
        return due.compareTo(other.due);
    }

    @Override
    public String toString() {
        return "Task{id=" + id + ", priority=" + priority + ", due=" + due + "}";
    }
}
--- src/main/java/org/tidepool/scheduling/Scheduler.java
package org.tidepool.scheduling;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.PriorityQueue;
import java.util.logging.Logger;

/** Runs tasks in the order of their due dates. */
public class Scheduler {

    private static final Logger LOG = Logger.getLogger(Scheduler.class.getName());
    private static final int MAX_FAILURES = 5;

    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private final TaskRunner runner;

    public Scheduler(TaskRunner runner) {
        this.runner = runner;
    }

    public void submit(Task task) {
        queue.add(task);
        LOG.fine("submitted " + task.getId());
    }

    /** Runs every task that is due, and returns how many have run. */
    public int runDue(Date now) {
        int count = 0;
        List<Task> retry = new ArrayList<>();
        while (!queue.isEmpty() && queue.peek().isOverdue(now)) {
            Task task = queue.poll();
            if (runner.run(task)) {
                count++;
            } else {
                task.markFailed();
                LOG.warning("task " + task.getId() + " failed " + task.getFailures() + " times");
                if (task.getFailures() < MAX_FAILURES) {
                    retry.add(task);
                }
            }
        }
        queue.addAll(retry);
        return count;
    }

    public Task findTask(String id) {
        for (Task task : queue) {
            if (task.getId().equals(id)) {
                return task;
            }
        }
        return null;
    }

    public int size() {
        return queue.size();
    }
}
--- src/main/java/org/tidepool/scheduling/TaskRunner.java
package org.tidepool.scheduling;

/** Does the work of a task. */
public interface TaskRunner {

    /** Returns whether the task has succeeded. */
    boolean run(Task task);
}
--- src/main/java/org/tidepool/scheduling/Main.java
package org.tidepool.scheduling;

import java.util.Date;

public final class Main {

    private Main() {
    }

    /** Prints what it is given, and never fails. */
    static class PrintingRunner implements TaskRunner {
        @Override
        public boolean run(Task task) {
            System.out.println(label(task.getPriority()) + " " + task.getDescription());
            return true;
        }
    }

    static String label(Task.Priority priority) {
        switch (priority) {
            case LOW:
                return "[low]";
            case NORMAL:
                return "[normal]";
            case HIGH:
                return "[high]";
‹→            case URGENT:
                return "[urgent]";
›            default:
                throw new IllegalArgumentException("unknown priority " + priority);
        }
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler(new PrintingRunner());
        Date now = new Date();
        scheduler.submit(new Task("t1", "rotate the logs", Task.Priority.LOW, now));
        scheduler.submit(new Task("t2", "send the digest", Task.Priority.NORMAL, now));
        int count = scheduler.runDue(new Date(now.getTime() + 1000));
        System.out.println(count + " tasks have run, " + scheduler.size() + " are left");
        Task task = scheduler.findTask("t2");
        if (task != null) {
            System.out.println("still waiting: " + task.getDescription());
        }
    }
}

==== description of a task becomes title
kind: rename-field
--- src/main/java/org/tidepool/scheduling/Task.java
package org.tidepool.scheduling;

import java.util.Date;
import java.util.Objects;

/** A unit of work with a due date. */
public class Task implements Comparable<Task> {

    public enum Priority { LOW, NORMAL, HIGH }

    private final String id;
    private final String «description→title»;
    private final Priority priority;
    private final Date due;
    private int failures;

    public Task(String id, String ‹description→title›, Priority priority, Date due) {
        this.id = Objects.requireNonNull(id, "id");
        this.‹description = description→title = title¦title = description›;
        this.priority = priority;
        this.due = due;
    }

    public String getId() {
        return id;
    }

    public String ‹getDescription→getTitle¦?›() {
        return ‹description→title›;
    }

    public Priority getPriority() {
        return priority;
    }

    public Date getDue() {
        return due;
    }

    public int getFailures() {
        return failures;
    }

    void markFailed() {
        failures++;
    }

    public boolean isOverdue(Date now) {
        return due != null && due.before(now);
    }

    @Override
    public int compareTo(Task other) {
        return due.compareTo(other.due);
    }

    @Override
    public String toString() {
        return "Task{id=" + id + ", priority=" + priority + ", due=" + due + "}";
    }
}
--- src/main/java/org/tidepool/scheduling/Scheduler.java
package org.tidepool.scheduling;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.PriorityQueue;
import java.util.logging.Logger;

/** Runs tasks in the order of their due dates. */
public class Scheduler {

    private static final Logger LOG = Logger.getLogger(Scheduler.class.getName());
    private static final int MAX_FAILURES = 5;

    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private final TaskRunner runner;

    public Scheduler(TaskRunner runner) {
        this.runner = runner;
    }

    public void submit(Task task) {
        queue.add(task);
        LOG.fine("submitted " + task.getId());
    }

    /** Runs every task that is due, and returns how many have run. */
    public int runDue(Date now) {
        int count = 0;
        List<Task> retry = new ArrayList<>();
        while (!queue.isEmpty() && queue.peek().isOverdue(now)) {
            Task task = queue.poll();
            if (runner.run(task)) {
                count++;
            } else {
                task.markFailed();
                LOG.warning("task " + task.getId() + " failed " + task.getFailures() + " times");
                if (task.getFailures() < MAX_FAILURES) {
                    retry.add(task);
                }
            }
        }
        queue.addAll(retry);
        return count;
    }

    public Task findTask(String id) {
        for (Task task : queue) {
            if (task.getId().equals(id)) {
                return task;
            }
        }
        return null;
    }

    public int size() {
        return queue.size();
    }
}
--- src/main/java/org/tidepool/scheduling/TaskRunner.java
package org.tidepool.scheduling;

/** Does the work of a task. */
public interface TaskRunner {

    /** Returns whether the task has succeeded. */
    boolean run(Task task);
}
--- src/main/java/org/tidepool/scheduling/Main.java
package org.tidepool.scheduling;

import java.util.Date;

public final class Main {

    private Main() {
    }

    /** Prints what it is given, and never fails. */
    static class PrintingRunner implements TaskRunner {
        @Override
        public boolean run(Task task) {
            System.out.println(label(task.getPriority()) + " " + task.‹getDescription→getTitle¦?›());
            return true;
        }
    }

    static String label(Task.Priority priority) {
        switch (priority) {
            case LOW:
                return "[low]";
            case NORMAL:
                return "[normal]";
            case HIGH:
                return "[high]";
            default:
                throw new IllegalArgumentException("unknown priority " + priority);
        }
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler(new PrintingRunner());
        Date now = new Date();
        scheduler.submit(new Task("t1", "rotate the logs", Task.Priority.LOW, now));
        scheduler.submit(new Task("t2", "send the digest", Task.Priority.NORMAL, now));
        int count = scheduler.runDue(new Date(now.getTime() + 1000));
        System.out.println(count + " tasks have run, " + scheduler.size() + " are left");
        Task task = scheduler.findTask("t2");
        if (task != null) {
            System.out.println("still waiting: " + task.‹getDescription→getTitle¦?›());
        }
    }
}

==== due date becomes an Instant
kind: api-migration
--- src/main/java/org/tidepool/scheduling/Task.java
package org.tidepool.scheduling;

‹import java.util.Date;→import java.time.Instant;¦import java.time.Instant;
import java.util.Date;¦?›
import java.util.Objects;

/** A unit of work with a due date. */
public class Task implements Comparable<Task> {

    public enum Priority { LOW, NORMAL, HIGH }

    private final String id;
    private final String description;
    private final Priority priority;
    private final «Date→Instant» due;
    private int failures;

    public Task(String id, String description, Priority priority, ‹Date→Instant› due) {
        this.id = Objects.requireNonNull(id, "id");
        this.description = description;
        this.priority = priority;
        this.due = due;
    }

    public String getId() {
        return id;
    }

    public String getDescription() {
        return description;
    }

    public Priority getPriority() {
        return priority;
    }

    public ‹Date→Instant› getDue() {
        return due;
    }

    public int getFailures() {
        return failures;
    }

    void markFailed() {
        failures++;
    }

    public boolean isOverdue(‹Date→Instant› now) {
        return due != null && due.‹before→isBefore›(now);
    }

    @Override
    public int compareTo(Task other) {
        return due.compareTo(other.due);
    }

    @Override
    public String toString() {
        return "Task{id=" + id + ", priority=" + priority + ", due=" + due + "}";
    }
}
--- src/main/java/org/tidepool/scheduling/Scheduler.java
package org.tidepool.scheduling;

import java.util.ArrayList;
‹import java.util.Date;→import java.time.Instant;¦import java.time.Instant;
import java.util.Date;¦?›
import java.util.List;
import java.util.PriorityQueue;
import java.util.logging.Logger;

/** Runs tasks in the order of their due dates. */
public class Scheduler {

    private static final Logger LOG = Logger.getLogger(Scheduler.class.getName());
    private static final int MAX_FAILURES = 5;

    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private final TaskRunner runner;

    public Scheduler(TaskRunner runner) {
        this.runner = runner;
    }

    public void submit(Task task) {
        queue.add(task);
        LOG.fine("submitted " + task.getId());
    }

    /** Runs every task that is due, and returns how many have run. */
    public int runDue(‹Date→Instant› now) {
        int count = 0;
        List<Task> retry = new ArrayList<>();
        while (!queue.isEmpty() && queue.peek().isOverdue(now)) {
            Task task = queue.poll();
            if (runner.run(task)) {
                count++;
            } else {
                task.markFailed();
                LOG.warning("task " + task.getId() + " failed " + task.getFailures() + " times");
                if (task.getFailures() < MAX_FAILURES) {
                    retry.add(task);
                }
            }
        }
        queue.addAll(retry);
        return count;
    }

    public Task findTask(String id) {
        for (Task task : queue) {
            if (task.getId().equals(id)) {
                return task;
            }
        }
        return null;
    }

    public int size() {
        return queue.size();
    }
}
--- src/main/java/org/tidepool/scheduling/TaskRunner.java
package org.tidepool.scheduling;

/** Does the work of a task. */
public interface TaskRunner {

    /** Returns whether the task has succeeded. */
    boolean run(Task task);
}
--- src/main/java/org/tidepool/scheduling/Main.java
package org.tidepool.scheduling;

‹import java.util.Date;→import java.time.Instant;¦import java.time.Instant;
import java.util.Date;¦?›

public final class Main {

    private Main() {
    }

    /** Prints what it is given, and never fails. */
    static class PrintingRunner implements TaskRunner {
        @Override
        public boolean run(Task task) {
            System.out.println(label(task.getPriority()) + " " + task.getDescription());
            return true;
        }
    }

    static String label(Task.Priority priority) {
        switch (priority) {
            case LOW:
                return "[low]";
            case NORMAL:
                return "[normal]";
            case HIGH:
                return "[high]";
            default:
                throw new IllegalArgumentException("unknown priority " + priority);
        }
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler(new PrintingRunner());
        ‹Date now = new Date()→Instant now = Instant.now()›;
        scheduler.submit(new Task("t1", "rotate the logs", Task.Priority.LOW, now));
        scheduler.submit(new Task("t2", "send the digest", Task.Priority.NORMAL, now));
        int count = scheduler.runDue(‹new Date(now.getTime() + 1000)→now.plusMillis(1000)¦now.plusSeconds(1)¦@›);
        System.out.println(count + " tasks have run, " + scheduler.size() + " are left");
        Task task = scheduler.findTask("t2");
        if (task != null) {
            System.out.println("still waiting: " + task.getDescription());
        }
    }
}

==== javadoc of the scheduler is completed
kind: silence-comment
expect: silence
--- src/main/java/org/tidepool/scheduling/Task.java
package org.tidepool.scheduling;

import java.util.Date;
import java.util.Objects;

/** A unit of work with a due date. */
public class Task implements Comparable<Task> {

    public enum Priority { LOW, NORMAL, HIGH }

    private final String id;
    private final String description;
    private final Priority priority;
    private final Date due;
    private int failures;

    public Task(String id, String description, Priority priority, Date due) {
        this.id = Objects.requireNonNull(id, "id");
        this.description = description;
        this.priority = priority;
        this.due = due;
    }

    public String getId() {
        return id;
    }

    public String getDescription() {
        return description;
    }

    public Priority getPriority() {
        return priority;
    }

    public Date getDue() {
        return due;
    }

    public int getFailures() {
        return failures;
    }

    void markFailed() {
        failures++;
    }

    public boolean isOverdue(Date now) {
        return due != null && due.before(now);
    }

    @Override
    public int compareTo(Task other) {
        return due.compareTo(other.due);
    }

    @Override
    public String toString() {
        return "Task{id=" + id + ", priority=" + priority + ", due=" + due + "}";
    }
}
--- src/main/java/org/tidepool/scheduling/Scheduler.java
package org.tidepool.scheduling;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.PriorityQueue;
import java.util.logging.Logger;

/** Runs tasks in the order of their due dates«→, earliest first». */
public class Scheduler {

    private static final Logger LOG = Logger.getLogger(Scheduler.class.getName());
    private static final int MAX_FAILURES = 5;

    private final PriorityQueue<Task> queue = new PriorityQueue<>();
    private final TaskRunner runner;

    public Scheduler(TaskRunner runner) {
        this.runner = runner;
    }

    public void submit(Task task) {
        queue.add(task);
        LOG.fine("submitted " + task.getId());
    }

    /** Runs every task that is due, and returns how many have run. */
    public int runDue(Date now) {
        int count = 0;
        List<Task> retry = new ArrayList<>();
        while (!queue.isEmpty() && queue.peek().isOverdue(now)) {
            Task task = queue.poll();
            if (runner.run(task)) {
                count++;
            } else {
                task.markFailed();
                LOG.warning("task " + task.getId() + " failed " + task.getFailures() + " times");
                if (task.getFailures() < MAX_FAILURES) {
                    retry.add(task);
                }
            }
        }
        queue.addAll(retry);
        return count;
    }

    public Task findTask(String id) {
        for (Task task : queue) {
            if (task.getId().equals(id)) {
                return task;
            }
        }
        return null;
    }

    public int size() {
        return queue.size();
    }
}
--- src/main/java/org/tidepool/scheduling/TaskRunner.java
package org.tidepool.scheduling;

/** Does the work of a task. */
public interface TaskRunner {

    /** Returns whether the task has succeeded. */
    boolean run(Task task);
}
--- src/main/java/org/tidepool/scheduling/Main.java
package org.tidepool.scheduling;

import java.util.Date;

public final class Main {

    private Main() {
    }

    /** Prints what it is given, and never fails. */
    static class PrintingRunner implements TaskRunner {
        @Override
        public boolean run(Task task) {
            System.out.println(label(task.getPriority()) + " " + task.getDescription());
            return true;
        }
    }

    static String label(Task.Priority priority) {
        switch (priority) {
            case LOW:
                return "[low]";
            case NORMAL:
                return "[normal]";
            case HIGH:
                return "[high]";
            default:
                throw new IllegalArgumentException("unknown priority " + priority);
        }
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler(new PrintingRunner());
        Date now = new Date();
        scheduler.submit(new Task("t1", "rotate the logs", Task.Priority.LOW, now));
        scheduler.submit(new Task("t2", "send the digest", Task.Priority.NORMAL, now));
        int count = scheduler.runDue(new Date(now.getTime() + 1000));
        System.out.println(count + " tasks have run, " + scheduler.size() + " are left");
        Task task = scheduler.findTask("t2");
        if (task != null) {
            System.out.println("still waiting: " + task.getDescription());
        }
    }
}

==== depth of an image becomes channels
kind: rename-field
--- pnmkit.h
/* pnmkit - reading and writing of portable anymaps */
#ifndef PNMKIT_H
#define PNMKIT_H

#include <stddef.h>
#include <stdio.h>

#define PNMKIT_VERSION "0.4.1"

enum pnm_status {
    PNM_OK,
    PNM_EOF,
    PNM_BAD_MAGIC,
    PNM_NO_MEMORY,
};

struct pnm_image {
    int width;
    int height;
    int «depth→channels»;
    unsigned char *pixels;
};

enum pnm_status pnm_read(FILE *in, struct pnm_image *image);
enum pnm_status pnm_write(FILE *out, const struct pnm_image *image);
void pnm_free(struct pnm_image *image);
int pnm_flip(struct pnm_image *image);
void pnm_invert(struct pnm_image *image);
const char *pnm_strerror(enum pnm_status status);

#endif
--- pnmkit.c
#include "pnmkit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const struct pnm_image *image)
{
    return (size_t)image->width * image->height * image->‹depth→channels›;
}

/* Reads a number; skips white space and comments before it. */
static int read_number(FILE *in)
{
    int c = getc(in), value = 0;

    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(in))
        value = value * 10 + (c - '0');
    return value;
}

enum pnm_status pnm_read(FILE *in, struct pnm_image *image)
{
    int magic = getc(in), kind = getc(in), maxval;

    if (magic != 'P' || (kind != '5' && kind != '6'))
        return PNM_BAD_MAGIC;
    image->‹depth→channels› = kind == '6' ? 3 : 1;
    image->width = read_number(in);
    image->height = read_number(in);
    maxval = read_number(in);
    if (image->width < 0 || image->height < 0 || maxval < 0)
        return PNM_EOF;
    image->pixels = malloc(image_bytes(image));
    if (!image->pixels)
        return PNM_NO_MEMORY;
    if (fread(image->pixels, 1, image_bytes(image), in) != image_bytes(image)) {
        pnm_free(image);
        return PNM_EOF;
    }
    return PNM_OK;
}

enum pnm_status pnm_write(FILE *out, const struct pnm_image *image)
{
    fprintf(out, "P%c\n%d %d\n255\n", image->‹depth→channels› == 3 ? '6' : '5',
            image->width, image->height);
    if (fwrite(image->pixels, 1, image_bytes(image), out) != image_bytes(image))
        return PNM_EOF;
    return PNM_OK;
}

void pnm_free(struct pnm_image *image)
{
    free(image->pixels);
    image->pixels = NULL;
}

int pnm_flip(struct pnm_image *image)
{
    size_t stride = (size_t)image->width * image->‹depth→channels›;
    unsigned char *line = malloc(stride);
    int y;

    if (!line)
        return -1;
    for (y = 0; y < image->height / 2; y++) {
        unsigned char *top = image->pixels + y * stride;
        unsigned char *bottom = image->pixels + (image->height - 1 - y) * stride;

        memcpy(line, top, stride);
        memcpy(top, bottom, stride);
        memcpy(bottom, line, stride);
    }
    free(line);
    return 0;
}

void pnm_invert(struct pnm_image *image)
{
    size_t i;

    for (i = 0; i < image_bytes(image); i++)
        image->pixels[i] = 255 - image->pixels[i];
}

const char *pnm_strerror(enum pnm_status status)
{
    switch (status) {
    case PNM_OK:
        return "success";
    case PNM_EOF:
        return "unexpected end of file";
    case PNM_BAD_MAGIC:
        return "not a PGM or PPM file";
    case PNM_NO_MEMORY:
        return "out of memory";
    }
    return "unknown error";
}
--- main.c
#include "pnmkit.h"

#include <string.h>

static int usage(void)
{
    fprintf(stderr, "pnmkit %s\nusage: pnmkit [-f] [-i] < in > out\n", PNMKIT_VERSION);
    return 2;
}

int main(int argc, char **argv)
{
    struct pnm_image image = { 0 };
    enum pnm_status status;
    int flip = 0, invert = 0, i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f"))
            flip = 1;
        else if (!strcmp(argv[i], "-i"))
            invert = 1;
        else
            return usage();
    }
    status = pnm_read(stdin, &image);
    if (status == PNM_OK && flip && pnm_flip(&image) != 0)
        status = PNM_NO_MEMORY;
    if (status == PNM_OK && invert)
        pnm_invert(&image);
    if (status == PNM_OK)
        status = pnm_write(stdout, &image);
    if (status != PNM_OK)
        fprintf(stderr, "pnmkit: %s\n", pnm_strerror(status));
    pnm_free(&image);
    return status != PNM_OK;
}

==== status PNM_BAD_SIZE is added
kind: enum-member
--- pnmkit.h
/* pnmkit - reading and writing of portable anymaps */
#ifndef PNMKIT_H
#define PNMKIT_H

#include <stddef.h>
#include <stdio.h>

#define PNMKIT_VERSION "0.4.1"

enum pnm_status {
    PNM_OK,
    PNM_EOF,
    PNM_BAD_MAGIC,
    PNM_NO_MEMORY,
«→    PNM_BAD_SIZE,
»};

struct pnm_image {
    int width;
    int height;
    int depth;
    unsigned char *pixels;
};

enum pnm_status pnm_read(FILE *in, struct pnm_image *image);
enum pnm_status pnm_write(FILE *out, const struct pnm_image *image);
void pnm_free(struct pnm_image *image);
int pnm_flip(struct pnm_image *image);
void pnm_invert(struct pnm_image *image);
const char *pnm_strerror(enum pnm_status status);

#endif
--- pnmkit.c
#include "pnmkit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const struct pnm_image *image)
{
    return (size_t)image->width * image->height * image->depth;
}

/* Reads a number; skips white space and comments before it. */
static int read_number(FILE *in)
{
    int c = getc(in), value = 0;

    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(in))
        value = value * 10 + (c - '0');
    return value;
}

enum pnm_status pnm_read(FILE *in, struct pnm_image *image)
{
    int magic = getc(in), kind = getc(in), maxval;

    if (magic != 'P' || (kind != '5' && kind != '6'))
        return PNM_BAD_MAGIC;
    image->depth = kind == '6' ? 3 : 1;
    image->width = read_number(in);
    image->height = read_number(in);
    maxval = read_number(in);
    if (image->width < 0 || image->height < 0 || maxval < 0)
        return ‹PNM_EOF→PNM_BAD_SIZE¦?›;
    image->pixels = malloc(image_bytes(image));
    if (!image->pixels)
        return PNM_NO_MEMORY;
    if (fread(image->pixels, 1, image_bytes(image), in) != image_bytes(image)) {
        pnm_free(image);
        return PNM_EOF;
    }
    return PNM_OK;
}

enum pnm_status pnm_write(FILE *out, const struct pnm_image *image)
{
    fprintf(out, "P%c\n%d %d\n255\n", image->depth == 3 ? '6' : '5',
            image->width, image->height);
    if (fwrite(image->pixels, 1, image_bytes(image), out) != image_bytes(image))
        return PNM_EOF;
    return PNM_OK;
}

void pnm_free(struct pnm_image *image)
{
    free(image->pixels);
    image->pixels = NULL;
}

int pnm_flip(struct pnm_image *image)
{
    size_t stride = (size_t)image->width * image->depth;
    unsigned char *line = malloc(stride);
    int y;

    if (!line)
        return -1;
    for (y = 0; y < image->height / 2; y++) {
        unsigned char *top = image->pixels + y * stride;
        unsigned char *bottom = image->pixels + (image->height - 1 - y) * stride;

        memcpy(line, top, stride);
        memcpy(top, bottom, stride);
        memcpy(bottom, line, stride);
    }
    free(line);
    return 0;
}

void pnm_invert(struct pnm_image *image)
{
    size_t i;

    for (i = 0; i < image_bytes(image); i++)
        image->pixels[i] = 255 - image->pixels[i];
}

const char *pnm_strerror(enum pnm_status status)
{
    switch (status) {
    case PNM_OK:
        return "success";
    case PNM_EOF:
        return "unexpected end of file";
    case PNM_BAD_MAGIC:
        return "not a PGM or PPM file";
    case PNM_NO_MEMORY:
        return "out of memory";
‹→    case PNM_BAD_SIZE:
        return "bad image size";
¦re:    case PNM_BAD_SIZE:\n        return "[^"]*";\n¦@›    }
    return "unknown error";
}
--- main.c
#include "pnmkit.h"

#include <string.h>

static int usage(void)
{
    fprintf(stderr, "pnmkit %s\nusage: pnmkit [-f] [-i] < in > out\n", PNMKIT_VERSION);
    return 2;
}

int main(int argc, char **argv)
{
    struct pnm_image image = { 0 };
    enum pnm_status status;
    int flip = 0, invert = 0, i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f"))
            flip = 1;
        else if (!strcmp(argv[i], "-i"))
            invert = 1;
        else
            return usage();
    }
    status = pnm_read(stdin, &image);
    if (status == PNM_OK && flip && pnm_flip(&image) != 0)
        status = PNM_NO_MEMORY;
    if (status == PNM_OK && invert)
        pnm_invert(&image);
    if (status == PNM_OK)
        status = pnm_write(stdout, &image);
    if (status != PNM_OK)
        fprintf(stderr, "pnmkit: %s\n", pnm_strerror(status));
    pnm_free(&image);
    return status != PNM_OK;
}

==== pnm_flip returns a status
kind: change-return-type
--- pnmkit.h
/* pnmkit - reading and writing of portable anymaps */
#ifndef PNMKIT_H
#define PNMKIT_H

#include <stddef.h>
#include <stdio.h>

#define PNMKIT_VERSION "0.4.1"

enum pnm_status {
    PNM_OK,
    PNM_EOF,
    PNM_BAD_MAGIC,
    PNM_NO_MEMORY,
};

struct pnm_image {
    int width;
    int height;
    int depth;
    unsigned char *pixels;
};

enum pnm_status pnm_read(FILE *in, struct pnm_image *image);
enum pnm_status pnm_write(FILE *out, const struct pnm_image *image);
void pnm_free(struct pnm_image *image);
«int→enum pnm_status» pnm_flip(struct pnm_image *image);
void pnm_invert(struct pnm_image *image);
const char *pnm_strerror(enum pnm_status status);

#endif
--- pnmkit.c
#include "pnmkit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const struct pnm_image *image)
{
    return (size_t)image->width * image->height * image->depth;
}

/* Reads a number; skips white space and comments before it. */
static int read_number(FILE *in)
{
    int c = getc(in), value = 0;

    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(in))
        value = value * 10 + (c - '0');
    return value;
}

enum pnm_status pnm_read(FILE *in, struct pnm_image *image)
{
    int magic = getc(in), kind = getc(in), maxval;

    if (magic != 'P' || (kind != '5' && kind != '6'))
        return PNM_BAD_MAGIC;
    image->depth = kind == '6' ? 3 : 1;
    image->width = read_number(in);
    image->height = read_number(in);
    maxval = read_number(in);
    if (image->width < 0 || image->height < 0 || maxval < 0)
        return PNM_EOF;
    image->pixels = malloc(image_bytes(image));
    if (!image->pixels)
        return PNM_NO_MEMORY;
    if (fread(image->pixels, 1, image_bytes(image), in) != image_bytes(image)) {
        pnm_free(image);
        return PNM_EOF;
    }
    return PNM_OK;
}

enum pnm_status pnm_write(FILE *out, const struct pnm_image *image)
{
    fprintf(out, "P%c\n%d %d\n255\n", image->depth == 3 ? '6' : '5',
            image->width, image->height);
    if (fwrite(image->pixels, 1, image_bytes(image), out) != image_bytes(image))
        return PNM_EOF;
    return PNM_OK;
}

void pnm_free(struct pnm_image *image)
{
    free(image->pixels);
    image->pixels = NULL;
}

‹int→enum pnm_status› pnm_flip(struct pnm_image *image)
{
    size_t stride = (size_t)image->width * image->depth;
    unsigned char *line = malloc(stride);
    int y;

    if (!line)
        return ‹-1→PNM_NO_MEMORY›;
    for (y = 0; y < image->height / 2; y++) {
        unsigned char *top = image->pixels + y * stride;
        unsigned char *bottom = image->pixels + (image->height - 1 - y) * stride;

        memcpy(line, top, stride);
        memcpy(top, bottom, stride);
        memcpy(bottom, line, stride);
    }
    free(line);
    return ‹0→PNM_OK›;
}

void pnm_invert(struct pnm_image *image)
{
    size_t i;

    for (i = 0; i < image_bytes(image); i++)
        image->pixels[i] = 255 - image->pixels[i];
}

const char *pnm_strerror(enum pnm_status status)
{
    switch (status) {
    case PNM_OK:
        return "success";
    case PNM_EOF:
        return "unexpected end of file";
    case PNM_BAD_MAGIC:
        return "not a PGM or PPM file";
    case PNM_NO_MEMORY:
        return "out of memory";
    }
    return "unknown error";
}
--- main.c
#include "pnmkit.h"

#include <string.h>

static int usage(void)
{
    fprintf(stderr, "pnmkit %s\nusage: pnmkit [-f] [-i] < in > out\n", PNMKIT_VERSION);
    return 2;
}

int main(int argc, char **argv)
{
    struct pnm_image image = { 0 };
    enum pnm_status status;
    int flip = 0, invert = 0, i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f"))
            flip = 1;
        else if (!strcmp(argv[i], "-i"))
            invert = 1;
        else
            return usage();
    }
    status = pnm_read(stdin, &image);
    ‹if (status == PNM_OK && flip && pnm_flip(&image) != 0)
        status = PNM_NO_MEMORY;→if (status == PNM_OK && flip)
        status = pnm_flip(&image);¦@¦?›
    if (status == PNM_OK && invert)
        pnm_invert(&image);
    if (status == PNM_OK)
        status = pnm_write(stdout, &image);
    if (status != PNM_OK)
        fprintf(stderr, "pnmkit: %s\n", pnm_strerror(status));
    pnm_free(&image);
    return status != PNM_OK;
}

==== pnm_invert gets a maximum
kind: add-parameter
--- pnmkit.h
/* pnmkit - reading and writing of portable anymaps */
#ifndef PNMKIT_H
#define PNMKIT_H

#include <stddef.h>
#include <stdio.h>

#define PNMKIT_VERSION "0.4.1"

enum pnm_status {
    PNM_OK,
    PNM_EOF,
    PNM_BAD_MAGIC,
    PNM_NO_MEMORY,
};

struct pnm_image {
    int width;
    int height;
    int depth;
    unsigned char *pixels;
};

enum pnm_status pnm_read(FILE *in, struct pnm_image *image);
enum pnm_status pnm_write(FILE *out, const struct pnm_image *image);
void pnm_free(struct pnm_image *image);
int pnm_flip(struct pnm_image *image);
void pnm_invert(struct pnm_image *image‹→, int maxval›);
const char *pnm_strerror(enum pnm_status status);

#endif
--- pnmkit.c
#include "pnmkit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const struct pnm_image *image)
{
    return (size_t)image->width * image->height * image->depth;
}

/* Reads a number; skips white space and comments before it. */
static int read_number(FILE *in)
{
    int c = getc(in), value = 0;

    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(in))
        value = value * 10 + (c - '0');
    return value;
}

enum pnm_status pnm_read(FILE *in, struct pnm_image *image)
{
    int magic = getc(in), kind = getc(in), maxval;

    if (magic != 'P' || (kind != '5' && kind != '6'))
        return PNM_BAD_MAGIC;
    image->depth = kind == '6' ? 3 : 1;
    image->width = read_number(in);
    image->height = read_number(in);
    maxval = read_number(in);
    if (image->width < 0 || image->height < 0 || maxval < 0)
        return PNM_EOF;
    image->pixels = malloc(image_bytes(image));
    if (!image->pixels)
        return PNM_NO_MEMORY;
    if (fread(image->pixels, 1, image_bytes(image), in) != image_bytes(image)) {
        pnm_free(image);
        return PNM_EOF;
    }
    return PNM_OK;
}

enum pnm_status pnm_write(FILE *out, const struct pnm_image *image)
{
    fprintf(out, "P%c\n%d %d\n255\n", image->depth == 3 ? '6' : '5',
            image->width, image->height);
    if (fwrite(image->pixels, 1, image_bytes(image), out) != image_bytes(image))
        return PNM_EOF;
    return PNM_OK;
}

void pnm_free(struct pnm_image *image)
{
    free(image->pixels);
    image->pixels = NULL;
}

int pnm_flip(struct pnm_image *image)
{
    size_t stride = (size_t)image->width * image->depth;
    unsigned char *line = malloc(stride);
    int y;

    if (!line)
        return -1;
    for (y = 0; y < image->height / 2; y++) {
        unsigned char *top = image->pixels + y * stride;
        unsigned char *bottom = image->pixels + (image->height - 1 - y) * stride;

        memcpy(line, top, stride);
        memcpy(top, bottom, stride);
        memcpy(bottom, line, stride);
    }
    free(line);
    return 0;
}

void pnm_invert(struct pnm_image *image«→, int maxval»)
{
    size_t i;

    for (i = 0; i < image_bytes(image); i++)
        image->pixels[i] = ‹255→maxval› - image->pixels[i];
}

const char *pnm_strerror(enum pnm_status status)
{
    switch (status) {
    case PNM_OK:
        return "success";
    case PNM_EOF:
        return "unexpected end of file";
    case PNM_BAD_MAGIC:
        return "not a PGM or PPM file";
    case PNM_NO_MEMORY:
        return "out of memory";
    }
    return "unknown error";
}
--- main.c
#include "pnmkit.h"

#include <string.h>

static int usage(void)
{
    fprintf(stderr, "pnmkit %s\nusage: pnmkit [-f] [-i] < in > out\n", PNMKIT_VERSION);
    return 2;
}

int main(int argc, char **argv)
{
    struct pnm_image image = { 0 };
    enum pnm_status status;
    int flip = 0, invert = 0, i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f"))
            flip = 1;
        else if (!strcmp(argv[i], "-i"))
            invert = 1;
        else
            return usage();
    }
    status = pnm_read(stdin, &image);
    if (status == PNM_OK && flip && pnm_flip(&image) != 0)
        status = PNM_NO_MEMORY;
    if (status == PNM_OK && invert)
        pnm_invert(&image‹→, 255¦re:, \w+¦@›);
    if (status == PNM_OK)
        status = pnm_write(stdout, &image);
    if (status != PNM_OK)
        fprintf(stderr, "pnmkit: %s\n", pnm_strerror(status));
    pnm_free(&image);
    return status != PNM_OK;
}

==== status PNM_EOF becomes PNM_TRUNCATED
kind: rename-constant
--- pnmkit.h
/* pnmkit - reading and writing of portable anymaps */
#ifndef PNMKIT_H
#define PNMKIT_H

#include <stddef.h>
#include <stdio.h>

#define PNMKIT_VERSION "0.4.1"

enum pnm_status {
    PNM_OK,
    «PNM_EOF→PNM_TRUNCATED»,
    PNM_BAD_MAGIC,
    PNM_NO_MEMORY,
};

struct pnm_image {
    int width;
    int height;
    int depth;
    unsigned char *pixels;
};

enum pnm_status pnm_read(FILE *in, struct pnm_image *image);
enum pnm_status pnm_write(FILE *out, const struct pnm_image *image);
void pnm_free(struct pnm_image *image);
int pnm_flip(struct pnm_image *image);
void pnm_invert(struct pnm_image *image);
const char *pnm_strerror(enum pnm_status status);

#endif
--- pnmkit.c
#include "pnmkit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const struct pnm_image *image)
{
    return (size_t)image->width * image->height * image->depth;
}

/* Reads a number; skips white space and comments before it. */
static int read_number(FILE *in)
{
    int c = getc(in), value = 0;

    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(in))
        value = value * 10 + (c - '0');
    return value;
}

enum pnm_status pnm_read(FILE *in, struct pnm_image *image)
{
    int magic = getc(in), kind = getc(in), maxval;

    if (magic != 'P' || (kind != '5' && kind != '6'))
        return PNM_BAD_MAGIC;
    image->depth = kind == '6' ? 3 : 1;
    image->width = read_number(in);
    image->height = read_number(in);
    maxval = read_number(in);
    if (image->width < 0 || image->height < 0 || maxval < 0)
        return ‹PNM_EOF→PNM_TRUNCATED›;
    image->pixels = malloc(image_bytes(image));
    if (!image->pixels)
        return PNM_NO_MEMORY;
    if (fread(image->pixels, 1, image_bytes(image), in) != image_bytes(image)) {
        pnm_free(image);
        return ‹PNM_EOF→PNM_TRUNCATED›;
    }
    return PNM_OK;
}

enum pnm_status pnm_write(FILE *out, const struct pnm_image *image)
{
    fprintf(out, "P%c\n%d %d\n255\n", image->depth == 3 ? '6' : '5',
            image->width, image->height);
    if (fwrite(image->pixels, 1, image_bytes(image), out) != image_bytes(image))
        return ‹PNM_EOF→PNM_TRUNCATED›;
    return PNM_OK;
}

void pnm_free(struct pnm_image *image)
{
    free(image->pixels);
    image->pixels = NULL;
}

int pnm_flip(struct pnm_image *image)
{
    size_t stride = (size_t)image->width * image->depth;
    unsigned char *line = malloc(stride);
    int y;

    if (!line)
        return -1;
    for (y = 0; y < image->height / 2; y++) {
        unsigned char *top = image->pixels + y * stride;
        unsigned char *bottom = image->pixels + (image->height - 1 - y) * stride;

        memcpy(line, top, stride);
        memcpy(top, bottom, stride);
        memcpy(bottom, line, stride);
    }
    free(line);
    return 0;
}

void pnm_invert(struct pnm_image *image)
{
    size_t i;

    for (i = 0; i < image_bytes(image); i++)
        image->pixels[i] = 255 - image->pixels[i];
}

const char *pnm_strerror(enum pnm_status status)
{
    switch (status) {
    case PNM_OK:
        return "success";
    case ‹PNM_EOF→PNM_TRUNCATED›:
        return "unexpected end of file";
    case PNM_BAD_MAGIC:
        return "not a PGM or PPM file";
    case PNM_NO_MEMORY:
        return "out of memory";
    }
    return "unknown error";
}
--- main.c
#include "pnmkit.h"

#include <string.h>

static int usage(void)
{
    fprintf(stderr, "pnmkit %s\nusage: pnmkit [-f] [-i] < in > out\n", PNMKIT_VERSION);
    return 2;
}

int main(int argc, char **argv)
{
    struct pnm_image image = { 0 };
    enum pnm_status status;
    int flip = 0, invert = 0, i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f"))
            flip = 1;
        else if (!strcmp(argv[i], "-i"))
            invert = 1;
        else
            return usage();
    }
    status = pnm_read(stdin, &image);
    if (status == PNM_OK && flip && pnm_flip(&image) != 0)
        status = PNM_NO_MEMORY;
    if (status == PNM_OK && invert)
        pnm_invert(&image);
    if (status == PNM_OK)
        status = pnm_write(stdout, &image);
    if (status != PNM_OK)
        fprintf(stderr, "pnmkit: %s\n", pnm_strerror(status));
    pnm_free(&image);
    return status != PNM_OK;
}

==== error text for a bad magic number is extended
kind: silence-string
expect: silence
--- pnmkit.h
/* pnmkit - reading and writing of portable anymaps */
#ifndef PNMKIT_H
#define PNMKIT_H

#include <stddef.h>
#include <stdio.h>

#define PNMKIT_VERSION "0.4.1"

enum pnm_status {
    PNM_OK,
    PNM_EOF,
    PNM_BAD_MAGIC,
    PNM_NO_MEMORY,
};

struct pnm_image {
    int width;
    int height;
    int depth;
    unsigned char *pixels;
};

enum pnm_status pnm_read(FILE *in, struct pnm_image *image);
enum pnm_status pnm_write(FILE *out, const struct pnm_image *image);
void pnm_free(struct pnm_image *image);
int pnm_flip(struct pnm_image *image);
void pnm_invert(struct pnm_image *image);
const char *pnm_strerror(enum pnm_status status);

#endif
--- pnmkit.c
#include "pnmkit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const struct pnm_image *image)
{
    return (size_t)image->width * image->height * image->depth;
}

/* Reads a number; skips white space and comments before it. */
static int read_number(FILE *in)
{
    int c = getc(in), value = 0;

    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(in))
        value = value * 10 + (c - '0');
    return value;
}

enum pnm_status pnm_read(FILE *in, struct pnm_image *image)
{
    int magic = getc(in), kind = getc(in), maxval;

    if (magic != 'P' || (kind != '5' && kind != '6'))
        return PNM_BAD_MAGIC;
    image->depth = kind == '6' ? 3 : 1;
    image->width = read_number(in);
    image->height = read_number(in);
    maxval = read_number(in);
    if (image->width < 0 || image->height < 0 || maxval < 0)
        return PNM_EOF;
    image->pixels = malloc(image_bytes(image));
    if (!image->pixels)
        return PNM_NO_MEMORY;
    if (fread(image->pixels, 1, image_bytes(image), in) != image_bytes(image)) {
        pnm_free(image);
        return PNM_EOF;
    }
    return PNM_OK;
}

enum pnm_status pnm_write(FILE *out, const struct pnm_image *image)
{
    fprintf(out, "P%c\n%d %d\n255\n", image->depth == 3 ? '6' : '5',
            image->width, image->height);
    if (fwrite(image->pixels, 1, image_bytes(image), out) != image_bytes(image))
        return PNM_EOF;
    return PNM_OK;
}

void pnm_free(struct pnm_image *image)
{
    free(image->pixels);
    image->pixels = NULL;
}

int pnm_flip(struct pnm_image *image)
{
    size_t stride = (size_t)image->width * image->depth;
    unsigned char *line = malloc(stride);
    int y;

    if (!line)
        return -1;
    for (y = 0; y < image->height / 2; y++) {
        unsigned char *top = image->pixels + y * stride;
        unsigned char *bottom = image->pixels + (image->height - 1 - y) * stride;

        memcpy(line, top, stride);
        memcpy(top, bottom, stride);
        memcpy(bottom, line, stride);
    }
    free(line);
    return 0;
}

void pnm_invert(struct pnm_image *image)
{
    size_t i;

    for (i = 0; i < image_bytes(image); i++)
        image->pixels[i] = 255 - image->pixels[i];
}

const char *pnm_strerror(enum pnm_status status)
{
    switch (status) {
    case PNM_OK:
        return "success";
    case PNM_EOF:
        return "unexpected end of file";
    case PNM_BAD_MAGIC:
        return "not a «→binary »PGM or PPM file";
    case PNM_NO_MEMORY:
        return "out of memory";
    }
    return "unknown error";
}
--- main.c
#include "pnmkit.h"

#include <string.h>

static int usage(void)
{
    fprintf(stderr, "pnmkit %s\nusage: pnmkit [-f] [-i] < in > out\n", PNMKIT_VERSION);
    return 2;
}

int main(int argc, char **argv)
{
    struct pnm_image image = { 0 };
    enum pnm_status status;
    int flip = 0, invert = 0, i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f"))
            flip = 1;
        else if (!strcmp(argv[i], "-i"))
            invert = 1;
        else
            return usage();
    }
    status = pnm_read(stdin, &image);
    if (status == PNM_OK && flip && pnm_flip(&image) != 0)
        status = PNM_NO_MEMORY;
    if (status == PNM_OK && invert)
        pnm_invert(&image);
    if (status == PNM_OK)
        status = pnm_write(stdout, &image);
    if (status != PNM_OK)
        fprintf(stderr, "pnmkit: %s\n", pnm_strerror(status));
    pnm_free(&image);
    return status != PNM_OK;
}

==== css variable accent becomes brand
kind: rename-css-variable
keys: backspace
--- docs/index.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Lantern – static site search</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html" class="active">Home</a>
      <a href="guide.html">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <section class="hero">
      <h1>Search without a server</h1>
      <p class="lead">Lantern indexes your pages when the site is built.</p>
      <a class="btn btn-primary" href="guide.html">Get started</a>
      <a class="btn" href="https://example.org/lantern">Source</a>
    </section>
    <section class="features">
      <div class="card"><h3>Small</h3><p>9 kB of script, and no dependencies.</p></div>
      <div class="card"><h3>Fast</h3><p>Results while you type.</p></div>
      <div class="card card-wide"><h3>Private</h3><p>Nothing leaves the browser.</p></div>
    </section>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/guide.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Guide – Lantern</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html">Home</a>
      <a href="guide.html" class="active">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <h1>Guide</h1>
    <p class="lead">From zero to a working index in two steps.</p>
    <h2 id="install">Install</h2>
    <pre><code>npm install --save-dev lantern@2.3.0</code></pre>
    <h2 id="build">Build the index</h2>
    <pre><code>npx lantern build ./public</code></pre>
    <p>The guide to every option is in the <a href="api.html">API</a>.</p>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/css/site.css
:root {
  --«accent→brand»: #c2410c;
  --‹accent→brand¦?›-dark: #9a3412;
  --text: #1c1917;
  --muted: #78716c;
  --radius: 6px;
}

body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }

.topbar { display: flex; gap: 1rem; align-items: center; padding: 0.75rem 1.5rem; }
.topnav a { color: var(--muted); text-decoration: none; }
.topnav a.active { color: var(--‹accent→brand›); }
.search { margin-left: auto; border: 1px solid var(--muted); border-radius: var(--radius); }
.search:focus { outline: 2px solid var(--‹accent→brand›); }

.hero { padding: 4rem 1.5rem; text-align: center; }
.lead { font-size: 1.25rem; color: var(--muted); }
.btn { display: inline-block; padding: 0.5rem 1rem; border-radius: var(--radius); }
.btn-primary { background: var(--‹accent→brand›); color: white; }
.btn-primary:hover { background: var(--‹accent→brand¦?›-dark); }

.features { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1rem; }
.card { padding: 1rem; border: 1px solid #e7e5e4; border-radius: var(--radius); }
.card h3 { margin-top: 0; }
.card-wide { grid-column: span 2; }

.results { position: absolute; right: 1.5rem; background: white; list-style: none; }
.results li.selected { background: var(--‹accent→brand›); color: white; }

@media (max-width: 640px) {
  .features { grid-template-columns: 1fr; }
  .card-wide { grid-column: auto; }
  .search { width: 100%; }
}
--- docs/js/search.js
const box = document.getElementById('search-box');
const list = document.getElementById('results');
let index = null;

async function loadIndex() {
  if (index) return index;
  const response = await fetch('lantern-index.json');
  index = await response.json();
  return index;
}

function render(matches) {
  list.replaceChildren(...matches.map((page) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.url;
    link.textContent = page.title;
    item.append(link);
    return item;
  }));
  list.hidden = matches.length === 0;
  list.firstElementChild?.classList.add('selected');
}

box.addEventListener('input', async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = await loadIndex();
  render(words.length ? pages.filter((page) => words.every((word) => page.text.includes(word))) : []);
});

==== class card becomes feature-card
kind: rename-css-class
--- docs/index.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Lantern – static site search</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html" class="active">Home</a>
      <a href="guide.html">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <section class="hero">
      <h1>Search without a server</h1>
      <p class="lead">Lantern indexes your pages when the site is built.</p>
      <a class="btn btn-primary" href="guide.html">Get started</a>
      <a class="btn" href="https://example.org/lantern">Source</a>
    </section>
    <section class="features">
      <div class="‹card→feature-card›"><h3>Small</h3><p>9 kB of script, and no dependencies.</p></div>
      <div class="‹card→feature-card›"><h3>Fast</h3><p>Results while you type.</p></div>
      <div class="‹card→feature-card› ‹card→feature-card¦?›-wide"><h3>Private</h3><p>Nothing leaves the browser.</p></div>
    </section>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/guide.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Guide – Lantern</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html">Home</a>
      <a href="guide.html" class="active">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <h1>Guide</h1>
    <p class="lead">From zero to a working index in two steps.</p>
    <h2 id="install">Install</h2>
    <pre><code>npm install --save-dev lantern@2.3.0</code></pre>
    <h2 id="build">Build the index</h2>
    <pre><code>npx lantern build ./public</code></pre>
    <p>The guide to every option is in the <a href="api.html">API</a>.</p>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/css/site.css
:root {
  --accent: #c2410c;
  --accent-dark: #9a3412;
  --text: #1c1917;
  --muted: #78716c;
  --radius: 6px;
}

body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }

.topbar { display: flex; gap: 1rem; align-items: center; padding: 0.75rem 1.5rem; }
.topnav a { color: var(--muted); text-decoration: none; }
.topnav a.active { color: var(--accent); }
.search { margin-left: auto; border: 1px solid var(--muted); border-radius: var(--radius); }
.search:focus { outline: 2px solid var(--accent); }

.hero { padding: 4rem 1.5rem; text-align: center; }
.lead { font-size: 1.25rem; color: var(--muted); }
.btn { display: inline-block; padding: 0.5rem 1rem; border-radius: var(--radius); }
.btn-primary { background: var(--accent); color: white; }
.btn-primary:hover { background: var(--accent-dark); }

.features { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1rem; }
.«card→feature-card» { padding: 1rem; border: 1px solid #e7e5e4; border-radius: var(--radius); }
.‹card→feature-card› h3 { margin-top: 0; }
.‹card→feature-card¦?›-wide { grid-column: span 2; }

.results { position: absolute; right: 1.5rem; background: white; list-style: none; }
.results li.selected { background: var(--accent); color: white; }

@media (max-width: 640px) {
  .features { grid-template-columns: 1fr; }
  .‹card→feature-card¦?›-wide { grid-column: auto; }
  .search { width: 100%; }
}
--- docs/js/search.js
const box = document.getElementById('search-box');
const list = document.getElementById('results');
let index = null;

async function loadIndex() {
  if (index) return index;
  const response = await fetch('lantern-index.json');
  index = await response.json();
  return index;
}

function render(matches) {
  list.replaceChildren(...matches.map((page) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.url;
    link.textContent = page.title;
    item.append(link);
    return item;
  }));
  list.hidden = matches.length === 0;
  list.firstElementChild?.classList.add('selected');
}

box.addEventListener('input', async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = await loadIndex();
  render(words.length ? pages.filter((page) => words.every((word) => page.text.includes(word))) : []);
});

==== id of the results list is changed
kind: rename-html-id
--- docs/index.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Lantern – static site search</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html" class="active">Home</a>
      <a href="guide.html">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <section class="hero">
      <h1>Search without a server</h1>
      <p class="lead">Lantern indexes your pages when the site is built.</p>
      <a class="btn btn-primary" href="guide.html">Get started</a>
      <a class="btn" href="https://example.org/lantern">Source</a>
    </section>
    <section class="features">
      <div class="card"><h3>Small</h3><p>9 kB of script, and no dependencies.</p></div>
      <div class="card"><h3>Fast</h3><p>Results while you type.</p></div>
      <div class="card card-wide"><h3>Private</h3><p>Nothing leaves the browser.</p></div>
    </section>
  </main>
  <ul id="«results→search-results»" class="results" hidden></ul>
</body>
</html>
--- docs/guide.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Guide – Lantern</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html">Home</a>
      <a href="guide.html" class="active">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <h1>Guide</h1>
    <p class="lead">From zero to a working index in two steps.</p>
    <h2 id="install">Install</h2>
    <pre><code>npm install --save-dev lantern@2.3.0</code></pre>
    <h2 id="build">Build the index</h2>
    <pre><code>npx lantern build ./public</code></pre>
    <p>The guide to every option is in the <a href="api.html">API</a>.</p>
  </main>
  <ul id="‹results→search-results›" class="results" hidden></ul>
</body>
</html>
--- docs/css/site.css
:root {
  --accent: #c2410c;
  --accent-dark: #9a3412;
  --text: #1c1917;
  --muted: #78716c;
  --radius: 6px;
}

body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }

.topbar { display: flex; gap: 1rem; align-items: center; padding: 0.75rem 1.5rem; }
.topnav a { color: var(--muted); text-decoration: none; }
.topnav a.active { color: var(--accent); }
.search { margin-left: auto; border: 1px solid var(--muted); border-radius: var(--radius); }
.search:focus { outline: 2px solid var(--accent); }

.hero { padding: 4rem 1.5rem; text-align: center; }
.lead { font-size: 1.25rem; color: var(--muted); }
.btn { display: inline-block; padding: 0.5rem 1rem; border-radius: var(--radius); }
.btn-primary { background: var(--accent); color: white; }
.btn-primary:hover { background: var(--accent-dark); }

.features { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1rem; }
.card { padding: 1rem; border: 1px solid #e7e5e4; border-radius: var(--radius); }
.card h3 { margin-top: 0; }
.card-wide { grid-column: span 2; }

.results { position: absolute; right: 1.5rem; background: white; list-style: none; }
.results li.selected { background: var(--accent); color: white; }

@media (max-width: 640px) {
  .features { grid-template-columns: 1fr; }
  .card-wide { grid-column: auto; }
  .search { width: 100%; }
}
--- docs/js/search.js
const box = document.getElementById('search-box');
const list = document.getElementById('‹results→search-results›');
let index = null;

async function loadIndex() {
  if (index) return index;
  const response = await fetch('lantern-index.json');
  index = await response.json();
  return index;
}

function render(matches) {
  list.replaceChildren(...matches.map((page) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.url;
    link.textContent = page.title;
    item.append(link);
    return item;
  }));
  list.hidden = matches.length === 0;
  list.firstElementChild?.classList.add('selected');
}

box.addEventListener('input', async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = await loadIndex();
  render(words.length ? pages.filter((page) => words.every((word) => page.text.includes(word))) : []);
});

==== changelog page is added to the navigation
kind: repeat-edit
--- docs/index.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Lantern – static site search</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html" class="active">Home</a>
      <a href="guide.html">Guide</a>
      <a href="api.html">API</a>
«→      <a href="changelog.html">Changelog</a>
»    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <section class="hero">
      <h1>Search without a server</h1>
      <p class="lead">Lantern indexes your pages when the site is built.</p>
      <a class="btn btn-primary" href="guide.html">Get started</a>
      <a class="btn" href="https://example.org/lantern">Source</a>
    </section>
    <section class="features">
      <div class="card"><h3>Small</h3><p>9 kB of script, and no dependencies.</p></div>
      <div class="card"><h3>Fast</h3><p>Results while you type.</p></div>
      <div class="card card-wide"><h3>Private</h3><p>Nothing leaves the browser.</p></div>
    </section>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/guide.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Guide – Lantern</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html">Home</a>
      <a href="guide.html" class="active">Guide</a>
      <a href="api.html">API</a>
‹→      <a href="changelog.html">Changelog</a>
›    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <h1>Guide</h1>
    <p class="lead">From zero to a working index in two steps.</p>
    <h2 id="install">Install</h2>
    <pre><code>npm install --save-dev lantern@2.3.0</code></pre>
    <h2 id="build">Build the index</h2>
    <pre><code>npx lantern build ./public</code></pre>
    <p>The guide to every option is in the <a href="api.html">API</a>.</p>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/css/site.css
:root {
  --accent: #c2410c;
  --accent-dark: #9a3412;
  --text: #1c1917;
  --muted: #78716c;
  --radius: 6px;
}

body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }

.topbar { display: flex; gap: 1rem; align-items: center; padding: 0.75rem 1.5rem; }
.topnav a { color: var(--muted); text-decoration: none; }
.topnav a.active { color: var(--accent); }
.search { margin-left: auto; border: 1px solid var(--muted); border-radius: var(--radius); }
.search:focus { outline: 2px solid var(--accent); }

.hero { padding: 4rem 1.5rem; text-align: center; }
.lead { font-size: 1.25rem; color: var(--muted); }
.btn { display: inline-block; padding: 0.5rem 1rem; border-radius: var(--radius); }
.btn-primary { background: var(--accent); color: white; }
.btn-primary:hover { background: var(--accent-dark); }

.features { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1rem; }
.card { padding: 1rem; border: 1px solid #e7e5e4; border-radius: var(--radius); }
.card h3 { margin-top: 0; }
.card-wide { grid-column: span 2; }

.results { position: absolute; right: 1.5rem; background: white; list-style: none; }
.results li.selected { background: var(--accent); color: white; }

@media (max-width: 640px) {
  .features { grid-template-columns: 1fr; }
  .card-wide { grid-column: auto; }
  .search { width: 100%; }
}
--- docs/js/search.js
const box = document.getElementById('search-box');
const list = document.getElementById('results');
let index = null;

async function loadIndex() {
  if (index) return index;
  const response = await fetch('lantern-index.json');
  index = await response.json();
  return index;
}

function render(matches) {
  list.replaceChildren(...matches.map((page) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.url;
    link.textContent = page.title;
    item.append(link);
    return item;
  }));
  list.hidden = matches.length === 0;
  list.firstElementChild?.classList.add('selected');
}

box.addEventListener('input', async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = await loadIndex();
  render(words.length ? pages.filter((page) => words.every((word) => page.text.includes(word))) : []);
});

==== padding of the hero is changed
kind: silence-constant
expect: silence
--- docs/index.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Lantern – static site search</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html" class="active">Home</a>
      <a href="guide.html">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <section class="hero">
      <h1>Search without a server</h1>
      <p class="lead">Lantern indexes your pages when the site is built.</p>
      <a class="btn btn-primary" href="guide.html">Get started</a>
      <a class="btn" href="https://example.org/lantern">Source</a>
    </section>
    <section class="features">
      <div class="card"><h3>Small</h3><p>9 kB of script, and no dependencies.</p></div>
      <div class="card"><h3>Fast</h3><p>Results while you type.</p></div>
      <div class="card card-wide"><h3>Private</h3><p>Nothing leaves the browser.</p></div>
    </section>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/guide.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Guide – Lantern</title>
  <link rel="stylesheet" href="css/site.css">
  <script src="js/search.js" defer></script>
</head>
<body>
  <header class="topbar">
    <a class="logo" href="index.html">Lantern</a>
    <nav class="topnav">
      <a href="index.html">Home</a>
      <a href="guide.html" class="active">Guide</a>
      <a href="api.html">API</a>
    </nav>
    <input id="search-box" class="search" type="search" placeholder="Search the docs">
  </header>
  <main>
    <h1>Guide</h1>
    <p class="lead">From zero to a working index in two steps.</p>
    <h2 id="install">Install</h2>
    <pre><code>npm install --save-dev lantern@2.3.0</code></pre>
    <h2 id="build">Build the index</h2>
    <pre><code>npx lantern build ./public</code></pre>
    <p>The guide to every option is in the <a href="api.html">API</a>.</p>
  </main>
  <ul id="results" class="results" hidden></ul>
</body>
</html>
--- docs/css/site.css
:root {
  --accent: #c2410c;
  --accent-dark: #9a3412;
  --text: #1c1917;
  --muted: #78716c;
  --radius: 6px;
}

body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, sans-serif; }

.topbar { display: flex; gap: 1rem; align-items: center; padding: 0.75rem 1.5rem; }
.topnav a { color: var(--muted); text-decoration: none; }
.topnav a.active { color: var(--accent); }
.search { margin-left: auto; border: 1px solid var(--muted); border-radius: var(--radius); }
.search:focus { outline: 2px solid var(--accent); }

.hero { padding: «4rem→5rem» 1.5rem; text-align: center; }
.lead { font-size: 1.25rem; color: var(--muted); }
.btn { display: inline-block; padding: 0.5rem 1rem; border-radius: var(--radius); }
.btn-primary { background: var(--accent); color: white; }
.btn-primary:hover { background: var(--accent-dark); }

.features { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1rem; }
.card { padding: 1rem; border: 1px solid #e7e5e4; border-radius: var(--radius); }
.card h3 { margin-top: 0; }
.card-wide { grid-column: span 2; }

.results { position: absolute; right: 1.5rem; background: white; list-style: none; }
.results li.selected { background: var(--accent); color: white; }

@media (max-width: 640px) {
  .features { grid-template-columns: 1fr; }
  .card-wide { grid-column: auto; }
  .search { width: 100%; }
}
--- docs/js/search.js
const box = document.getElementById('search-box');
const list = document.getElementById('results');
let index = null;

async function loadIndex() {
  if (index) return index;
  const response = await fetch('lantern-index.json');
  index = await response.json();
  return index;
}

function render(matches) {
  list.replaceChildren(...matches.map((page) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.url;
    link.textContent = page.title;
    item.append(link);
    return item;
  }));
  list.hidden = matches.length === 0;
  list.firstElementChild?.classList.add('selected');
}

box.addEventListener('input', async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = await loadIndex();
  render(words.length ? pages.filter((page) => words.every((word) => page.text.includes(word))) : []);
});

==== support for Python 3.8 is dropped
kind: drop-version
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

env:
  REDIS_URL: redis://localhost:6379/0
  PIP_DISABLE_PIP_VERSION_CHECK: "1"

jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: "3.12"
      - run: pip install ruff mypy
      - run: ./scripts/lint.sh

  test:
    runs-on: ubuntu-22.04
    strategy:
      fail-fast: false
      matrix:
        python-version: [‹"3.8", →›"3.9", "3.10", "3.11", "3.12"]
    services:
      redis:
        image: redis:7.2-alpine
        ports: ["6379:6379"]
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: ${{ matrix.python-version }}
      - run: pip install -e ".[test]"
      - run: ./scripts/test.sh --cov

  package:
    needs: [lint, test]
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - run: pipx run build
      - uses: actions/upload-artifact@v4
        with:
          name: dist
          path: dist/
--- pyproject.toml
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tubeline"
version = "1.8.2"
description = "Task pipelines on Redis streams"
readme = "README.md"
requires-python = ">=«3.8→3.9»"
license = "MIT"
classifiers = [
    "Development Status :: 5 - Production/Stable",
    "Programming Language :: Python :: 3",
‹    "Programming Language :: Python :: 3.8",
→›    "Programming Language :: Python :: 3.9",
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]
dependencies = ["redis>=4.5", "click>=8.0"]

[project.optional-dependencies]
test = ["pytest>=7", "pytest-cov", "fakeredis"]

[project.scripts]
tubeline = "tubeline.cli:main"

[tool.ruff]
target-version = "‹py38→py39›"
line-length = 100

[tool.mypy]
python_version = "‹3.8→3.9›"
strict = true
--- scripts/lint.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

SOURCES="src tests"

# shellcheck disable=SC2086
ruff check $SOURCES
# shellcheck disable=SC2086
ruff format --check $SOURCES
mypy src
--- scripts/test.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

: "${REDIS_URL:=redis://localhost:6379/0}"
export REDIS_URL

with_cov=0
while [ $# -gt 0 ]; do
    case "$1" in
        --cov) with_cov=1 ;;
        --fast) export TUBELINE_FAST=1 ;;
        *) echo "usage: $0 [--cov] [--fast]" >&2; exit 2 ;;
    esac
    shift
done

wait_for_redis() {
    local tries=20
    until redis-cli -u "$REDIS_URL" ping >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "no redis at $REDIS_URL" >&2; return 1; }
        sleep 0.5
    done
}

wait_for_redis
if [ "$with_cov" = 1 ]; then
    pytest --cov=tubeline --cov-report=xml
else
    pytest
fi
--- README.md
# tubeline

Task pipelines on Redis streams. Needs Python ‹3.8→3.9› or newer and Redis 6.2.

## Install

    pip install tubeline==1.8.2

## Configure

| variable      | default                    | meaning                   |
|---------------|----------------------------|---------------------------|
| REDIS_URL     | redis://localhost:6379/0   | where the streams are     |
| TUBELINE_FAST |                            | skip the slow tests       |

## Develop

    ./scripts/lint.sh
    ./scripts/test.sh --cov

==== checkout action goes to v4
kind: bump-version
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

env:
  REDIS_URL: redis://localhost:6379/0
  PIP_DISABLE_PIP_VERSION_CHECK: "1"

jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@«v3→v4»
      - uses: actions/setup-python@v4
        with:
          python-version: "3.12"
      - run: pip install ruff mypy
      - run: ./scripts/lint.sh

  test:
    runs-on: ubuntu-22.04
    strategy:
      fail-fast: false
      matrix:
        python-version: ["3.8", "3.9", "3.10", "3.11", "3.12"]
    services:
      redis:
        image: redis:7.2-alpine
        ports: ["6379:6379"]
    steps:
      - uses: actions/checkout@‹v3→v4›
      - uses: actions/setup-python@v4
        with:
          python-version: ${{ matrix.python-version }}
      - run: pip install -e ".[test]"
      - run: ./scripts/test.sh --cov

  package:
    needs: [lint, test]
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@‹v3→v4›
      - run: pipx run build
      - uses: actions/upload-artifact@v4
        with:
          name: dist
          path: dist/
--- pyproject.toml
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tubeline"
version = "1.8.2"
description = "Task pipelines on Redis streams"
readme = "README.md"
requires-python = ">=3.8"
license = "MIT"
classifiers = [
    "Development Status :: 5 - Production/Stable",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3.8",
    "Programming Language :: Python :: 3.9",
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]
dependencies = ["redis>=4.5", "click>=8.0"]

[project.optional-dependencies]
test = ["pytest>=7", "pytest-cov", "fakeredis"]

[project.scripts]
tubeline = "tubeline.cli:main"

[tool.ruff]
target-version = "py38"
line-length = 100

[tool.mypy]
python_version = "3.8"
strict = true
--- scripts/lint.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

SOURCES="src tests"

# shellcheck disable=SC2086
ruff check $SOURCES
# shellcheck disable=SC2086
ruff format --check $SOURCES
mypy src
--- scripts/test.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

: "${REDIS_URL:=redis://localhost:6379/0}"
export REDIS_URL

with_cov=0
while [ $# -gt 0 ]; do
    case "$1" in
        --cov) with_cov=1 ;;
        --fast) export TUBELINE_FAST=1 ;;
        *) echo "usage: $0 [--cov] [--fast]" >&2; exit 2 ;;
    esac
    shift
done

wait_for_redis() {
    local tries=20
    until redis-cli -u "$REDIS_URL" ping >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "no redis at $REDIS_URL" >&2; return 1; }
        sleep 0.5
    done
}

wait_for_redis
if [ "$with_cov" = 1 ]; then
    pytest --cov=tubeline --cov-report=xml
else
    pytest
fi
--- README.md
# tubeline

Task pipelines on Redis streams. Needs Python 3.8 or newer and Redis 6.2.

## Install

    pip install tubeline==1.8.2

## Configure

| variable      | default                    | meaning                   |
|---------------|----------------------------|---------------------------|
| REDIS_URL     | redis://localhost:6379/0   | where the streams are     |
| TUBELINE_FAST |                            | skip the slow tests       |

## Develop

    ./scripts/lint.sh
    ./scripts/test.sh --cov

==== release 1.9.0 is prepared
kind: bump-version
keys: backspace
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

env:
  REDIS_URL: redis://localhost:6379/0
  PIP_DISABLE_PIP_VERSION_CHECK: "1"

jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: "3.12"
      - run: pip install ruff mypy
      - run: ./scripts/lint.sh

  test:
    runs-on: ubuntu-22.04
    strategy:
      fail-fast: false
      matrix:
        python-version: ["3.8", "3.9", "3.10", "3.11", "3.12"]
    services:
      redis:
        image: redis:7.2-alpine
        ports: ["6379:6379"]
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: ${{ matrix.python-version }}
      - run: pip install -e ".[test]"
      - run: ./scripts/test.sh --cov

  package:
    needs: [lint, test]
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - run: pipx run build
      - uses: actions/upload-artifact@v4
        with:
          name: dist
          path: dist/
--- pyproject.toml
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tubeline"
version = "«1.8.2→1.9.0»"
description = "Task pipelines on Redis streams"
readme = "README.md"
requires-python = ">=3.8"
license = "MIT"
classifiers = [
    "Development Status :: 5 - Production/Stable",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3.8",
    "Programming Language :: Python :: 3.9",
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]
dependencies = ["redis>=4.5", "click>=8.0"]

[project.optional-dependencies]
test = ["pytest>=7", "pytest-cov", "fakeredis"]

[project.scripts]
tubeline = "tubeline.cli:main"

[tool.ruff]
target-version = "py38"
line-length = 100

[tool.mypy]
python_version = "3.8"
strict = true
--- scripts/lint.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

SOURCES="src tests"

# shellcheck disable=SC2086
ruff check $SOURCES
# shellcheck disable=SC2086
ruff format --check $SOURCES
mypy src
--- scripts/test.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

: "${REDIS_URL:=redis://localhost:6379/0}"
export REDIS_URL

with_cov=0
while [ $# -gt 0 ]; do
    case "$1" in
        --cov) with_cov=1 ;;
        --fast) export TUBELINE_FAST=1 ;;
        *) echo "usage: $0 [--cov] [--fast]" >&2; exit 2 ;;
    esac
    shift
done

wait_for_redis() {
    local tries=20
    until redis-cli -u "$REDIS_URL" ping >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "no redis at $REDIS_URL" >&2; return 1; }
        sleep 0.5
    done
}

wait_for_redis
if [ "$with_cov" = 1 ]; then
    pytest --cov=tubeline --cov-report=xml
else
    pytest
fi
--- README.md
# tubeline

Task pipelines on Redis streams. Needs Python 3.8 or newer and Redis 6.2.

## Install

    pip install tubeline==‹1.8.2→1.9.0›

## Configure

| variable      | default                    | meaning                   |
|---------------|----------------------------|---------------------------|
| REDIS_URL     | redis://localhost:6379/0   | where the streams are     |
| TUBELINE_FAST |                            | skip the slow tests       |

## Develop

    ./scripts/lint.sh
    ./scripts/test.sh --cov

==== environment variable gets the prefix of the project
kind: rename-env
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

env:
  ‹REDIS_URL→TUBELINE_REDIS_URL›: redis://localhost:6379/0
  PIP_DISABLE_PIP_VERSION_CHECK: "1"

jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: "3.12"
      - run: pip install ruff mypy
      - run: ./scripts/lint.sh

  test:
    runs-on: ubuntu-22.04
    strategy:
      fail-fast: false
      matrix:
        python-version: ["3.8", "3.9", "3.10", "3.11", "3.12"]
    services:
      redis:
        image: redis:7.2-alpine
        ports: ["6379:6379"]
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: ${{ matrix.python-version }}
      - run: pip install -e ".[test]"
      - run: ./scripts/test.sh --cov

  package:
    needs: [lint, test]
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - run: pipx run build
      - uses: actions/upload-artifact@v4
        with:
          name: dist
          path: dist/
--- pyproject.toml
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tubeline"
version = "1.8.2"
description = "Task pipelines on Redis streams"
readme = "README.md"
requires-python = ">=3.8"
license = "MIT"
classifiers = [
    "Development Status :: 5 - Production/Stable",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3.8",
    "Programming Language :: Python :: 3.9",
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]
dependencies = ["redis>=4.5", "click>=8.0"]

[project.optional-dependencies]
test = ["pytest>=7", "pytest-cov", "fakeredis"]

[project.scripts]
tubeline = "tubeline.cli:main"

[tool.ruff]
target-version = "py38"
line-length = 100

[tool.mypy]
python_version = "3.8"
strict = true
--- scripts/lint.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

SOURCES="src tests"

# shellcheck disable=SC2086
ruff check $SOURCES
# shellcheck disable=SC2086
ruff format --check $SOURCES
mypy src
--- scripts/test.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

: "${«REDIS_URL→TUBELINE_REDIS_URL»:=redis://localhost:6379/0}"
export ‹REDIS_URL→TUBELINE_REDIS_URL›

with_cov=0
while [ $# -gt 0 ]; do
    case "$1" in
        --cov) with_cov=1 ;;
        --fast) export TUBELINE_FAST=1 ;;
        *) echo "usage: $0 [--cov] [--fast]" >&2; exit 2 ;;
    esac
    shift
done

wait_for_redis() {
    local tries=20
    until redis-cli -u "$‹REDIS_URL→TUBELINE_REDIS_URL›" ping >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "no redis at $‹REDIS_URL→TUBELINE_REDIS_URL›" >&2; return 1; }
        sleep 0.5
    done
}

wait_for_redis
if [ "$with_cov" = 1 ]; then
    pytest --cov=tubeline --cov-report=xml
else
    pytest
fi
--- README.md
# tubeline

Task pipelines on Redis streams. Needs Python 3.8 or newer and Redis 6.2.

## Install

    pip install tubeline==1.8.2

## Configure

| variable      | default                    | meaning                   |
|---------------|----------------------------|---------------------------|
| ‹REDIS_URL→TUBELINE_REDIS_URL›     | redis://localhost:6379/0   | where the streams are     |
| TUBELINE_FAST |                            | skip the slow tests       |

## Develop

    ./scripts/lint.sh
    ./scripts/test.sh --cov

==== test script gets the option --verbose
kind: add-option
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

env:
  REDIS_URL: redis://localhost:6379/0
  PIP_DISABLE_PIP_VERSION_CHECK: "1"

jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: "3.12"
      - run: pip install ruff mypy
      - run: ./scripts/lint.sh

  test:
    runs-on: ubuntu-22.04
    strategy:
      fail-fast: false
      matrix:
        python-version: ["3.8", "3.9", "3.10", "3.11", "3.12"]
    services:
      redis:
        image: redis:7.2-alpine
        ports: ["6379:6379"]
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: ${{ matrix.python-version }}
      - run: pip install -e ".[test]"
      - run: ./scripts/test.sh --cov

  package:
    needs: [lint, test]
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - run: pipx run build
      - uses: actions/upload-artifact@v4
        with:
          name: dist
          path: dist/
--- pyproject.toml
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tubeline"
version = "1.8.2"
description = "Task pipelines on Redis streams"
readme = "README.md"
requires-python = ">=3.8"
license = "MIT"
classifiers = [
    "Development Status :: 5 - Production/Stable",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3.8",
    "Programming Language :: Python :: 3.9",
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]
dependencies = ["redis>=4.5", "click>=8.0"]

[project.optional-dependencies]
test = ["pytest>=7", "pytest-cov", "fakeredis"]

[project.scripts]
tubeline = "tubeline.cli:main"

[tool.ruff]
target-version = "py38"
line-length = 100

[tool.mypy]
python_version = "3.8"
strict = true
--- scripts/lint.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

SOURCES="src tests"

# shellcheck disable=SC2086
ruff check $SOURCES
# shellcheck disable=SC2086
ruff format --check $SOURCES
mypy src
--- scripts/test.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

: "${REDIS_URL:=redis://localhost:6379/0}"
export REDIS_URL

with_cov=0
while [ $# -gt 0 ]; do
    case "$1" in
        --cov) with_cov=1 ;;
        --fast) export TUBELINE_FAST=1 ;;
«→        --verbose) export PYTEST_ADDOPTS=-v ;;
»        *) echo "usage: $0 [--cov] [--fast]‹→ [--verbose]›" >&2; exit 2 ;;
    esac
    shift
done

wait_for_redis() {
    local tries=20
    until redis-cli -u "$REDIS_URL" ping >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "no redis at $REDIS_URL" >&2; return 1; }
        sleep 0.5
    done
}

wait_for_redis
if [ "$with_cov" = 1 ]; then
    pytest --cov=tubeline --cov-report=xml
else
    pytest
fi
--- README.md
# tubeline

Task pipelines on Redis streams. Needs Python 3.8 or newer and Redis 6.2.

## Install

    pip install tubeline==1.8.2

## Configure

| variable      | default                    | meaning                   |
|---------------|----------------------------|---------------------------|
| REDIS_URL     | redis://localhost:6379/0   | where the streams are     |
| TUBELINE_FAST |                            | skip the slow tests       |

## Develop

    ./scripts/lint.sh
    ./scripts/test.sh --cov

==== description of the package is reworded
kind: silence-string
expect: silence
--- pyproject.toml
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tubeline"
version = "1.8.2"
description = "«Task→Reliable task» pipelines on Redis streams"
readme = "README.md"
requires-python = ">=3.8"
license = "MIT"
classifiers = [
    "Development Status :: 5 - Production/Stable",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3.8",
    "Programming Language :: Python :: 3.9",
    "Programming Language :: Python :: 3.10",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
]
dependencies = ["redis>=4.5", "click>=8.0"]

[project.optional-dependencies]
test = ["pytest>=7", "pytest-cov", "fakeredis"]

[project.scripts]
tubeline = "tubeline.cli:main"

[tool.ruff]
target-version = "py38"
line-length = 100

[tool.mypy]
python_version = "3.8"
strict = true
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

env:
  REDIS_URL: redis://localhost:6379/0
  PIP_DISABLE_PIP_VERSION_CHECK: "1"

jobs:
  lint:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: "3.12"
      - run: pip install ruff mypy
      - run: ./scripts/lint.sh

  test:
    runs-on: ubuntu-22.04
    strategy:
      fail-fast: false
      matrix:
        python-version: ["3.8", "3.9", "3.10", "3.11", "3.12"]
    services:
      redis:
        image: redis:7.2-alpine
        ports: ["6379:6379"]
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-python@v4
        with:
          python-version: ${{ matrix.python-version }}
      - run: pip install -e ".[test]"
      - run: ./scripts/test.sh --cov

  package:
    needs: [lint, test]
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - run: pipx run build
      - uses: actions/upload-artifact@v4
        with:
          name: dist
          path: dist/
--- scripts/lint.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

SOURCES="src tests"

# shellcheck disable=SC2086
ruff check $SOURCES
# shellcheck disable=SC2086
ruff format --check $SOURCES
mypy src
--- scripts/test.sh
#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")/.."

: "${REDIS_URL:=redis://localhost:6379/0}"
export REDIS_URL

with_cov=0
while [ $# -gt 0 ]; do
    case "$1" in
        --cov) with_cov=1 ;;
        --fast) export TUBELINE_FAST=1 ;;
        *) echo "usage: $0 [--cov] [--fast]" >&2; exit 2 ;;
    esac
    shift
done

wait_for_redis() {
    local tries=20
    until redis-cli -u "$REDIS_URL" ping >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "no redis at $REDIS_URL" >&2; return 1; }
        sleep 0.5
    done
}

wait_for_redis
if [ "$with_cov" = 1 ]; then
    pytest --cov=tubeline --cov-report=xml
else
    pytest
fi

==== deprecated logger.warn becomes warning
kind: api-migration
--- schema.sql
CREATE TABLE station (
    id          INTEGER PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    lat         REAL NOT NULL,
    lon         REAL NOT NULL,
    opened_on   TEXT
);

CREATE TABLE sensor (
    id          INTEGER PRIMARY KEY,
    station_id  INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('temperature', 'humidity', 'wind')),
    unit        TEXT NOT NULL
);

CREATE TABLE reading (
    sensor_id   INTEGER NOT NULL REFERENCES sensor (id),
    taken_at    INTEGER NOT NULL,
    value       REAL NOT NULL,
    PRIMARY KEY (sensor_id, taken_at)
);

CREATE INDEX reading_taken_at ON reading (taken_at);
--- queries/report.sql
-- Daily means of each station, for the public report.
SELECT
    st.code,
    st.name,
    se.kind,
    date(r.taken_at, 'unixepoch') AS day,
    avg(r.value)                  AS mean,
    count(*)                      AS n
FROM reading AS r
JOIN sensor  AS se ON se.id = r.sensor_id
JOIN station AS st ON st.id = se.station_id
WHERE r.taken_at >= :since
GROUP BY st.code, st.name, se.kind, day
ORDER BY st.code, day;
--- weather/repository.py
"""All access to the database of readings."""

import sqlite3
from dataclasses import dataclass
from typing import Iterator, Optional

KINDS = ("temperature", "humidity", "wind")


@dataclass
class Station:
    id: int
    code: str
    name: str
    lat: float
    lon: float


@dataclass
class Reading:
    sensor_id: int
    taken_at: int
    value: float


class Repository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self.connection.row_factory = sqlite3.Row

    def station(self, code: str) -> Optional[Station]:
        row = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station WHERE code = ?", (code,)
        ).fetchone()
        return Station(**row) if row else None

    def stations(self) -> list[Station]:
        rows = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station ORDER BY name"
        )
        return [Station(**row) for row in rows]

    def add_station(self, code: str, name: str, lat: float, lon: float) -> int:
        cursor = self.connection.execute(
            "INSERT INTO station (code, name, lat, lon) VALUES (?, ?, ?, ?)",
            (code, name, lat, lon),
        )
        return cursor.lastrowid

    def readings(self, sensor_id: int, since: int) -> Iterator[Reading]:
        rows = self.connection.execute(
            "SELECT sensor_id, taken_at, value FROM reading"
            " WHERE sensor_id = ? AND taken_at >= ? ORDER BY taken_at",
            (sensor_id, since),
        )
        for row in rows:
            yield Reading(row["sensor_id"], row["taken_at"], row["value"])

    def latest(self, sensor_id: int) -> Optional[Reading]:
        row = self.connection.execute(
            "SELECT * FROM reading WHERE sensor_id = ? ORDER BY taken_at DESC LIMIT 1",
            (sensor_id,),
        ).fetchone()
        return Reading(**row) if row else None

    def add_reading(self, reading: Reading) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO reading (sensor_id, taken_at, value) VALUES (?, ?, ?)",
            (reading.sensor_id, reading.taken_at, reading.value),
        )
--- weather/ingest.py
"""Reads what the loggers send, one JSON object per line."""

import json
import logging
import sqlite3
import sys

from .repository import Reading, Repository, Station

logger = logging.getLogger("weather.ingest")

LIMITS = {
    "temperature": (-60.0, 60.0),
    "humidity": (0.0, 100.0),
    "wind": (0.0, 120.0),
}


def plausible(kind: str, value: float) -> bool:
    low, high = LIMITS[kind]
    return low <= value <= high


def parse_line(line: str) -> Reading:
    data = json.loads(line)
    if not plausible(data["kind"], data["value"]):
        logger.«warn→warning»("implausible %s: %s", data["kind"], data["value"])
    return Reading(data["sensor"], int(data["time"]), float(data["value"]))


def ingest(repository: Repository, lines) -> int:
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            repository.add_reading(parse_line(line))
            count += 1
        except (KeyError, ValueError) as exc:
            logger.‹warn→warning›("line %d skipped: %s", number, exc)
    return count


def describe(station: Station) -> str:
    return f"{station.code} {station.name} ({station.lat:.3f}, {station.lon:.3f})"


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    with sqlite3.connect("weather.db") as connection:
        repository = Repository(connection)
        for station in repository.stations():
            logger.info("station %s", describe(station))
        count = ingest(repository, sys.stdin)
        if not count:
            logger.‹warn→warning›("nothing was read")

==== column taken_at becomes measured_at
kind: rename-column
--- schema.sql
CREATE TABLE station (
    id          INTEGER PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    lat         REAL NOT NULL,
    lon         REAL NOT NULL,
    opened_on   TEXT
);

CREATE TABLE sensor (
    id          INTEGER PRIMARY KEY,
    station_id  INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('temperature', 'humidity', 'wind')),
    unit        TEXT NOT NULL
);

CREATE TABLE reading (
    sensor_id   INTEGER NOT NULL REFERENCES sensor (id),
    «taken_at    →measured_at »INTEGER NOT NULL,
    value       REAL NOT NULL,
    PRIMARY KEY (sensor_id, ‹taken_at→measured_at›)
);

CREATE INDEX reading_‹taken_at→measured_at¦?› ON reading (‹taken_at→measured_at›);
--- queries/report.sql
-- Daily means of each station, for the public report.
SELECT
    st.code,
    st.name,
    se.kind,
    date(r.‹taken_at→measured_at›, 'unixepoch') AS day,
    avg(r.value)                  AS mean,
    count(*)                      AS n
FROM reading AS r
JOIN sensor  AS se ON se.id = r.sensor_id
JOIN station AS st ON st.id = se.station_id
WHERE r.‹taken_at→measured_at› >= :since
GROUP BY st.code, st.name, se.kind, day
ORDER BY st.code, day;
--- weather/repository.py
"""All access to the database of readings."""

import sqlite3
from dataclasses import dataclass
from typing import Iterator, Optional

KINDS = ("temperature", "humidity", "wind")


@dataclass
class Station:
    id: int
    code: str
    name: str
    lat: float
    lon: float


@dataclass
class Reading:
    sensor_id: int
    ‹taken_at→measured_at›: int
    value: float


class Repository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self.connection.row_factory = sqlite3.Row

    def station(self, code: str) -> Optional[Station]:
        row = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station WHERE code = ?", (code,)
        ).fetchone()
        return Station(**row) if row else None

    def stations(self) -> list[Station]:
        rows = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station ORDER BY name"
        )
        return [Station(**row) for row in rows]

    def add_station(self, code: str, name: str, lat: float, lon: float) -> int:
        cursor = self.connection.execute(
            "INSERT INTO station (code, name, lat, lon) VALUES (?, ?, ?, ?)",
            (code, name, lat, lon),
        )
        return cursor.lastrowid

    def readings(self, sensor_id: int, since: int) -> Iterator[Reading]:
        rows = self.connection.execute(
            "SELECT sensor_id, ‹taken_at→measured_at›, value FROM reading"
            " WHERE sensor_id = ? AND ‹taken_at→measured_at› >= ? ORDER BY ‹taken_at→measured_at›",
            (sensor_id, since),
        )
        for row in rows:
            yield Reading(row["sensor_id"], row["‹taken_at→measured_at›"], row["value"])

    def latest(self, sensor_id: int) -> Optional[Reading]:
        row = self.connection.execute(
            "SELECT * FROM reading WHERE sensor_id = ? ORDER BY ‹taken_at→measured_at› DESC LIMIT 1",
            (sensor_id,),
        ).fetchone()
        return Reading(**row) if row else None

    def add_reading(self, reading: Reading) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO reading (sensor_id, ‹taken_at→measured_at›, value) VALUES (?, ?, ?)",
            (reading.sensor_id, reading.‹taken_at→measured_at›, reading.value),
        )
--- weather/ingest.py
"""Reads what the loggers send, one JSON object per line."""

import json
import logging
import sqlite3
import sys

from .repository import Reading, Repository, Station

logger = logging.getLogger("weather.ingest")

LIMITS = {
    "temperature": (-60.0, 60.0),
    "humidity": (0.0, 100.0),
    "wind": (0.0, 120.0),
}


def plausible(kind: str, value: float) -> bool:
    low, high = LIMITS[kind]
    return low <= value <= high


def parse_line(line: str) -> Reading:
    data = json.loads(line)
    if not plausible(data["kind"], data["value"]):
        logger.warn("implausible %s: %s", data["kind"], data["value"])
    return Reading(data["sensor"], int(data["time"]), float(data["value"]))


def ingest(repository: Repository, lines) -> int:
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            repository.add_reading(parse_line(line))
            count += 1
        except (KeyError, ValueError) as exc:
            logger.warn("line %d skipped: %s", number, exc)
    return count


def describe(station: Station) -> str:
    return f"{station.code} {station.name} ({station.lat:.3f}, {station.lon:.3f})"


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    with sqlite3.connect("weather.db") as connection:
        repository = Repository(connection)
        for station in repository.stations():
            logger.info("station %s", describe(station))
        count = ingest(repository, sys.stdin)
        if not count:
            logger.warn("nothing was read")

==== stations get an elevation
kind: add-column
--- schema.sql
CREATE TABLE station (
    id          INTEGER PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    lat         REAL NOT NULL,
    lon         REAL NOT NULL,
«→    elevation   REAL NOT NULL,
»    opened_on   TEXT
);

CREATE TABLE sensor (
    id          INTEGER PRIMARY KEY,
    station_id  INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('temperature', 'humidity', 'wind')),
    unit        TEXT NOT NULL
);

CREATE TABLE reading (
    sensor_id   INTEGER NOT NULL REFERENCES sensor (id),
    taken_at    INTEGER NOT NULL,
    value       REAL NOT NULL,
    PRIMARY KEY (sensor_id, taken_at)
);

CREATE INDEX reading_taken_at ON reading (taken_at);
--- queries/report.sql
-- Daily means of each station, for the public report.
SELECT
    st.code,
    st.name,
    se.kind,
    date(r.taken_at, 'unixepoch') AS day,
    avg(r.value)                  AS mean,
    count(*)                      AS n
FROM reading AS r
JOIN sensor  AS se ON se.id = r.sensor_id
JOIN station AS st ON st.id = se.station_id
WHERE r.taken_at >= :since
GROUP BY st.code, st.name, se.kind, day
ORDER BY st.code, day;
--- weather/repository.py
"""All access to the database of readings."""

import sqlite3
from dataclasses import dataclass
from typing import Iterator, Optional

KINDS = ("temperature", "humidity", "wind")


@dataclass
class Station:
    id: int
    code: str
    name: str
    lat: float
    lon: float
‹→    elevation: float
¦    elevation: float = 0
¦    elevation: float = 0.0
›

@dataclass
class Reading:
    sensor_id: int
    taken_at: int
    value: float


class Repository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self.connection.row_factory = sqlite3.Row

    def station(self, code: str) -> Optional[Station]:
        row = self.connection.execute(
            "SELECT id, code, name, lat, lon‹→, elevation› FROM station WHERE code = ?", (code,)
        ).fetchone()
        return Station(**row) if row else None

    def stations(self) -> list[Station]:
        rows = self.connection.execute(
            "SELECT id, code, name, lat, lon‹→, elevation› FROM station ORDER BY name"
        )
        return [Station(**row) for row in rows]

    def add_station(self, code: str, name: str, lat: float, lon: float‹→, elevation: float¦, elevation: float = 0¦, elevation: float = 0.0›) -> int:
        cursor = self.connection.execute(
            "INSERT INTO station (code, name, lat, lon‹→, elevation›) VALUES (?, ?, ?, ?‹→, ?›)",
            (code, name, lat, lon‹→, elevation›),
        )
        return cursor.lastrowid

    def readings(self, sensor_id: int, since: int) -> Iterator[Reading]:
        rows = self.connection.execute(
            "SELECT sensor_id, taken_at, value FROM reading"
            " WHERE sensor_id = ? AND taken_at >= ? ORDER BY taken_at",
            (sensor_id, since),
        )
        for row in rows:
            yield Reading(row["sensor_id"], row["taken_at"], row["value"])

    def latest(self, sensor_id: int) -> Optional[Reading]:
        row = self.connection.execute(
            "SELECT * FROM reading WHERE sensor_id = ? ORDER BY taken_at DESC LIMIT 1",
            (sensor_id,),
        ).fetchone()
        return Reading(**row) if row else None

    def add_reading(self, reading: Reading) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO reading (sensor_id, taken_at, value) VALUES (?, ?, ?)",
            (reading.sensor_id, reading.taken_at, reading.value),
        )
--- weather/ingest.py
"""Reads what the loggers send, one JSON object per line."""

import json
import logging
import sqlite3
import sys

from .repository import Reading, Repository, Station

logger = logging.getLogger("weather.ingest")

LIMITS = {
    "temperature": (-60.0, 60.0),
    "humidity": (0.0, 100.0),
    "wind": (0.0, 120.0),
}


def plausible(kind: str, value: float) -> bool:
    low, high = LIMITS[kind]
    return low <= value <= high


def parse_line(line: str) -> Reading:
    data = json.loads(line)
    if not plausible(data["kind"], data["value"]):
        logger.warn("implausible %s: %s", data["kind"], data["value"])
    return Reading(data["sensor"], int(data["time"]), float(data["value"]))


def ingest(repository: Repository, lines) -> int:
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            repository.add_reading(parse_line(line))
            count += 1
        except (KeyError, ValueError) as exc:
            logger.warn("line %d skipped: %s", number, exc)
    return count


def describe(station: Station) -> str:
    return f"{station.code} {station.name} ({station.lat:.3f}, {station.lon:.3f})"


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    with sqlite3.connect("weather.db") as connection:
        repository = Repository(connection)
        for station in repository.stations():
            logger.info("station %s", describe(station))
        count = ingest(repository, sys.stdin)
        if not count:
            logger.warn("nothing was read")

==== sensor kind pressure is added
kind: add-case
--- schema.sql
CREATE TABLE station (
    id          INTEGER PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    lat         REAL NOT NULL,
    lon         REAL NOT NULL,
    opened_on   TEXT
);

CREATE TABLE sensor (
    id          INTEGER PRIMARY KEY,
    station_id  INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('temperature', 'humidity', 'wind'‹→, 'pressure'›)),
    unit        TEXT NOT NULL
);

CREATE TABLE reading (
    sensor_id   INTEGER NOT NULL REFERENCES sensor (id),
    taken_at    INTEGER NOT NULL,
    value       REAL NOT NULL,
    PRIMARY KEY (sensor_id, taken_at)
);

CREATE INDEX reading_taken_at ON reading (taken_at);
--- queries/report.sql
-- Daily means of each station, for the public report.
SELECT
    st.code,
    st.name,
    se.kind,
    date(r.taken_at, 'unixepoch') AS day,
    avg(r.value)                  AS mean,
    count(*)                      AS n
FROM reading AS r
JOIN sensor  AS se ON se.id = r.sensor_id
JOIN station AS st ON st.id = se.station_id
WHERE r.taken_at >= :since
GROUP BY st.code, st.name, se.kind, day
ORDER BY st.code, day;
--- weather/repository.py
"""All access to the database of readings."""

import sqlite3
from dataclasses import dataclass
from typing import Iterator, Optional

KINDS = ("temperature", "humidity", "wind"«→, "pressure"»)


@dataclass
class Station:
    id: int
    code: str
    name: str
    lat: float
    lon: float


@dataclass
class Reading:
    sensor_id: int
    taken_at: int
    value: float


class Repository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self.connection.row_factory = sqlite3.Row

    def station(self, code: str) -> Optional[Station]:
        row = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station WHERE code = ?", (code,)
        ).fetchone()
        return Station(**row) if row else None

    def stations(self) -> list[Station]:
        rows = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station ORDER BY name"
        )
        return [Station(**row) for row in rows]

    def add_station(self, code: str, name: str, lat: float, lon: float) -> int:
        cursor = self.connection.execute(
            "INSERT INTO station (code, name, lat, lon) VALUES (?, ?, ?, ?)",
            (code, name, lat, lon),
        )
        return cursor.lastrowid

    def readings(self, sensor_id: int, since: int) -> Iterator[Reading]:
        rows = self.connection.execute(
            "SELECT sensor_id, taken_at, value FROM reading"
            " WHERE sensor_id = ? AND taken_at >= ? ORDER BY taken_at",
            (sensor_id, since),
        )
        for row in rows:
            yield Reading(row["sensor_id"], row["taken_at"], row["value"])

    def latest(self, sensor_id: int) -> Optional[Reading]:
        row = self.connection.execute(
            "SELECT * FROM reading WHERE sensor_id = ? ORDER BY taken_at DESC LIMIT 1",
            (sensor_id,),
        ).fetchone()
        return Reading(**row) if row else None

    def add_reading(self, reading: Reading) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO reading (sensor_id, taken_at, value) VALUES (?, ?, ?)",
            (reading.sensor_id, reading.taken_at, reading.value),
        )
--- weather/ingest.py
"""Reads what the loggers send, one JSON object per line."""

import json
import logging
import sqlite3
import sys

from .repository import Reading, Repository, Station

logger = logging.getLogger("weather.ingest")

LIMITS = {
    "temperature": (-60.0, 60.0),
    "humidity": (0.0, 100.0),
    "wind": (0.0, 120.0),
‹→    "pressure": (870.0, 1085.0),
¦re:    "pressure": \([\d.]+, [\d.]+\),\n¦@›}


def plausible(kind: str, value: float) -> bool:
    low, high = LIMITS[kind]
    return low <= value <= high


def parse_line(line: str) -> Reading:
    data = json.loads(line)
    if not plausible(data["kind"], data["value"]):
        logger.warn("implausible %s: %s", data["kind"], data["value"])
    return Reading(data["sensor"], int(data["time"]), float(data["value"]))


def ingest(repository: Repository, lines) -> int:
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            repository.add_reading(parse_line(line))
            count += 1
        except (KeyError, ValueError) as exc:
            logger.warn("line %d skipped: %s", number, exc)
    return count


def describe(station: Station) -> str:
    return f"{station.code} {station.name} ({station.lat:.3f}, {station.lon:.3f})"


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    with sqlite3.connect("weather.db") as connection:
        repository = Repository(connection)
        for station in repository.stations():
            logger.info("station %s", describe(station))
        count = ingest(repository, sys.stdin)
        if not count:
            logger.warn("nothing was read")

==== Optional becomes a union with None
kind: api-migration
--- schema.sql
CREATE TABLE station (
    id          INTEGER PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    lat         REAL NOT NULL,
    lon         REAL NOT NULL,
    opened_on   TEXT
);

CREATE TABLE sensor (
    id          INTEGER PRIMARY KEY,
    station_id  INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('temperature', 'humidity', 'wind')),
    unit        TEXT NOT NULL
);

CREATE TABLE reading (
    sensor_id   INTEGER NOT NULL REFERENCES sensor (id),
    taken_at    INTEGER NOT NULL,
    value       REAL NOT NULL,
    PRIMARY KEY (sensor_id, taken_at)
);

CREATE INDEX reading_taken_at ON reading (taken_at);
--- queries/report.sql
-- Daily means of each station, for the public report.
SELECT
    st.code,
    st.name,
    se.kind,
    date(r.taken_at, 'unixepoch') AS day,
    avg(r.value)                  AS mean,
    count(*)                      AS n
FROM reading AS r
JOIN sensor  AS se ON se.id = r.sensor_id
JOIN station AS st ON st.id = se.station_id
WHERE r.taken_at >= :since
GROUP BY st.code, st.name, se.kind, day
ORDER BY st.code, day;
--- weather/repository.py
"""All access to the database of readings."""

import sqlite3
from dataclasses import dataclass
from typing import Iterator‹, Optional→›

KINDS = ("temperature", "humidity", "wind")


@dataclass
class Station:
    id: int
    code: str
    name: str
    lat: float
    lon: float


@dataclass
class Reading:
    sensor_id: int
    taken_at: int
    value: float


class Repository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self.connection.row_factory = sqlite3.Row

    def station(self, code: str) -> «Optional[Station]→Station | None»:
        row = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station WHERE code = ?", (code,)
        ).fetchone()
        return Station(**row) if row else None

    def stations(self) -> list[Station]:
        rows = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station ORDER BY name"
        )
        return [Station(**row) for row in rows]

    def add_station(self, code: str, name: str, lat: float, lon: float) -> int:
        cursor = self.connection.execute(
            "INSERT INTO station (code, name, lat, lon) VALUES (?, ?, ?, ?)",
            (code, name, lat, lon),
        )
        return cursor.lastrowid

    def readings(self, sensor_id: int, since: int) -> Iterator[Reading]:
        rows = self.connection.execute(
            "SELECT sensor_id, taken_at, value FROM reading"
            " WHERE sensor_id = ? AND taken_at >= ? ORDER BY taken_at",
            (sensor_id, since),
        )
        for row in rows:
            yield Reading(row["sensor_id"], row["taken_at"], row["value"])

    def latest(self, sensor_id: int) -> ‹Optional[Reading]→Reading | None›:
        row = self.connection.execute(
            "SELECT * FROM reading WHERE sensor_id = ? ORDER BY taken_at DESC LIMIT 1",
            (sensor_id,),
        ).fetchone()
        return Reading(**row) if row else None

    def add_reading(self, reading: Reading) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO reading (sensor_id, taken_at, value) VALUES (?, ?, ?)",
            (reading.sensor_id, reading.taken_at, reading.value),
        )
--- weather/ingest.py
"""Reads what the loggers send, one JSON object per line."""

import json
import logging
import sqlite3
import sys

from .repository import Reading, Repository, Station

logger = logging.getLogger("weather.ingest")

LIMITS = {
    "temperature": (-60.0, 60.0),
    "humidity": (0.0, 100.0),
    "wind": (0.0, 120.0),
}


def plausible(kind: str, value: float) -> bool:
    low, high = LIMITS[kind]
    return low <= value <= high


def parse_line(line: str) -> Reading:
    data = json.loads(line)
    if not plausible(data["kind"], data["value"]):
        logger.warn("implausible %s: %s", data["kind"], data["value"])
    return Reading(data["sensor"], int(data["time"]), float(data["value"]))


def ingest(repository: Repository, lines) -> int:
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            repository.add_reading(parse_line(line))
            count += 1
        except (KeyError, ValueError) as exc:
            logger.warn("line %d skipped: %s", number, exc)
    return count


def describe(station: Station) -> str:
    return f"{station.code} {station.name} ({station.lat:.3f}, {station.lon:.3f})"


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    with sqlite3.connect("weather.db") as connection:
        repository = Repository(connection)
        for station in repository.stations():
            logger.info("station %s", describe(station))
        count = ingest(repository, sys.stdin)
        if not count:
            logger.warn("nothing was read")

==== limit of the wind sensors is raised
kind: silence-constant
expect: silence
--- schema.sql
CREATE TABLE station (
    id          INTEGER PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    lat         REAL NOT NULL,
    lon         REAL NOT NULL,
    opened_on   TEXT
);

CREATE TABLE sensor (
    id          INTEGER PRIMARY KEY,
    station_id  INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('temperature', 'humidity', 'wind')),
    unit        TEXT NOT NULL
);

CREATE TABLE reading (
    sensor_id   INTEGER NOT NULL REFERENCES sensor (id),
    taken_at    INTEGER NOT NULL,
    value       REAL NOT NULL,
    PRIMARY KEY (sensor_id, taken_at)
);

CREATE INDEX reading_taken_at ON reading (taken_at);
--- queries/report.sql
-- Daily means of each station, for the public report.
SELECT
    st.code,
    st.name,
    se.kind,
    date(r.taken_at, 'unixepoch') AS day,
    avg(r.value)                  AS mean,
    count(*)                      AS n
FROM reading AS r
JOIN sensor  AS se ON se.id = r.sensor_id
JOIN station AS st ON st.id = se.station_id
WHERE r.taken_at >= :since
GROUP BY st.code, st.name, se.kind, day
ORDER BY st.code, day;
--- weather/repository.py
"""All access to the database of readings."""

import sqlite3
from dataclasses import dataclass
from typing import Iterator, Optional

KINDS = ("temperature", "humidity", "wind")


@dataclass
class Station:
    id: int
    code: str
    name: str
    lat: float
    lon: float


@dataclass
class Reading:
    sensor_id: int
    taken_at: int
    value: float


class Repository:
    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self.connection.row_factory = sqlite3.Row

    def station(self, code: str) -> Optional[Station]:
        row = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station WHERE code = ?", (code,)
        ).fetchone()
        return Station(**row) if row else None

    def stations(self) -> list[Station]:
        rows = self.connection.execute(
            "SELECT id, code, name, lat, lon FROM station ORDER BY name"
        )
        return [Station(**row) for row in rows]

    def add_station(self, code: str, name: str, lat: float, lon: float) -> int:
        cursor = self.connection.execute(
            "INSERT INTO station (code, name, lat, lon) VALUES (?, ?, ?, ?)",
            (code, name, lat, lon),
        )
        return cursor.lastrowid

    def readings(self, sensor_id: int, since: int) -> Iterator[Reading]:
        rows = self.connection.execute(
            "SELECT sensor_id, taken_at, value FROM reading"
            " WHERE sensor_id = ? AND taken_at >= ? ORDER BY taken_at",
            (sensor_id, since),
        )
        for row in rows:
            yield Reading(row["sensor_id"], row["taken_at"], row["value"])

    def latest(self, sensor_id: int) -> Optional[Reading]:
        row = self.connection.execute(
            "SELECT * FROM reading WHERE sensor_id = ? ORDER BY taken_at DESC LIMIT 1",
            (sensor_id,),
        ).fetchone()
        return Reading(**row) if row else None

    def add_reading(self, reading: Reading) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO reading (sensor_id, taken_at, value) VALUES (?, ?, ?)",
            (reading.sensor_id, reading.taken_at, reading.value),
        )
--- weather/ingest.py
"""Reads what the loggers send, one JSON object per line."""

import json
import logging
import sqlite3
import sys

from .repository import Reading, Repository, Station

logger = logging.getLogger("weather.ingest")

LIMITS = {
    "temperature": (-60.0, 60.0),
    "humidity": (0.0, 100.0),
    "wind": (0.0, «120.0→140.0»),
}


def plausible(kind: str, value: float) -> bool:
    low, high = LIMITS[kind]
    return low <= value <= high


def parse_line(line: str) -> Reading:
    data = json.loads(line)
    if not plausible(data["kind"], data["value"]):
        logger.warn("implausible %s: %s", data["kind"], data["value"])
    return Reading(data["sensor"], int(data["time"]), float(data["value"]))


def ingest(repository: Repository, lines) -> int:
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            repository.add_reading(parse_line(line))
            count += 1
        except (KeyError, ValueError) as exc:
            logger.warn("line %d skipped: %s", number, exc)
    return count


def describe(station: Station) -> str:
    return f"{station.code} {station.name} ({station.lat:.3f}, {station.lon:.3f})"


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    with sqlite3.connect("weather.db") as connection:
        repository = Repository(connection)
        for station in repository.stations():
            logger.info("station %s", describe(station))
        count = ingest(repository, sys.stdin)
        if not count:
            logger.warn("nothing was read")
