==== notifiers tell whether they are enabled
kind: interface-method
--- src/Notifier.java
package app;

public interface Notifier {
    void send(String user, String message);«→

    boolean isEnabled();»
}
--- src/MailNotifier.java
package app;

public class MailNotifier implements Notifier {
    private final Mailer mailer;

    public MailNotifier(Mailer mailer) {
        this.mailer = mailer;
    }

    @Override
    public void send(String user, String message) {
        mailer.mail(user + "@example.org", message);
    }‹→

    @Override
    public boolean isEnabled() {
        return true;
    }¦re:\n\n    @Override\n    public boolean isEnabled\(\) \{[^}]*\}¦@›
}
--- src/SmsNotifier.java
package app;

public class SmsNotifier implements Notifier {
    @Override
    public void send(String user, String message) {
        Gateway.text(user, message.substring(0, Math.min(160, message.length())));
    }‹→

    @Override
    public boolean isEnabled() {
        return true;
    }¦re:\n\n    @Override\n    public boolean isEnabled\(\) \{[^}]*\}¦@›
}

==== the javadoc follows its parameter
kind: docs-follow-code
--- src/PriceCalculator.java
package shop;

import java.math.BigDecimal;

public class PriceCalculator {
    /**
     * Price after discount.
     *
     * @param price the price of one piece
     * @param ‹pct→discountPercent› how much to take off, from 0 to 100
     * @return the price to pay
     */
    public BigDecimal discounted(BigDecimal price, int «pct→discountPercent») {
        BigDecimal factor = BigDecimal.valueOf(100 - ‹pct→discountPercent›).movePointLeft(2);
        return price.multiply(factor);
    }

    /**
     * Price with tax.
     *
     * @param price the net price
     * @param pct the tax rate in percent
     */
    public BigDecimal taxed(BigDecimal price, int pct) {
        return price.multiply(BigDecimal.valueOf(100 + pct).movePointLeft(2));
    }
}

==== an account is a bank account
kind: rename-class
--- src/bank/Account.java
package bank;

public class «Account→BankAccount» {
    private final String iban;
    private long cents;

    public ‹Account→BankAccount›(String iban) {
        this.iban = iban;
    }

    public static ‹Account→BankAccount› open(String iban) {
        return new ‹Account→BankAccount›(iban);
    }

    public void deposit(long amount) {
        cents += amount;
    }
}
--- src/bank/Bank.java
package bank;

import java.util.HashMap;
import java.util.Map;

public class Bank {
    private final Map<String, ‹Account→BankAccount›> accounts = new HashMap<>();
    private final UserAccount admin = new UserAccount("admin");

    public void deposit(String iban, long amount) {
        ‹Account→BankAccount› account = accounts.computeIfAbsent(iban, ‹Account→BankAccount›::open);
        account.deposit(amount);
        System.out.println("Account " + iban + " changed by " + admin);
    }
}

==== the upload limit is in bytes
kind: rename-constant
--- src/upload/Limits.java
package upload;

public final class Limits {
    public static final long «MAX_SIZE→MAX_UPLOAD_BYTES» = 10 * 1024 * 1024;
    public static final int MAX_FILES = 20;

    private Limits() {}
}
--- src/upload/UploadController.java
package upload;

import java.util.List;

public class UploadController {
    public void upload(List<Part> parts) {
        if (parts.size() > Limits.MAX_FILES) {
            throw new IllegalArgumentException("too many files");
        }
        for (Part part : parts) {
            if (part.size() > Limits.‹MAX_SIZE→MAX_UPLOAD_BYTES›) {
                throw new IllegalArgumentException("larger than " + Limits.‹MAX_SIZE→MAX_UPLOAD_BYTES›);
            }
        }
    }
}
--- src/image/Thumbnail.java
package image;

public class Thumbnail {
    private static final int MAX_SIZE = 256;

    int width(int original) {
        return Math.min(original, MAX_SIZE);
    }
}

==== streams collect themselves
kind: api-migration
--- src/Reports.java
package reports;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

public class Reports {
    List<String> names(List<Employee> staff) {
        return staff.stream().map(Employee::name).«collect(Collectors.toList())→toList()»;
    }

    List<Employee> managers(List<Employee> staff) {
        return staff.stream().filter(Employee::isManager).«collect(Collectors.toList())→toList()»;
    }

    Set<String> teams(List<Employee> staff) {
        return staff.stream().map(Employee::team).collect(Collectors.toSet());
    }

    List<Integer> salaries(List<Employee> staff) {
        return staff.stream().map(Employee::salary).sorted().‹collect(Collectors.toList())→toList()›;
    }

    List<Employee> newest(List<Employee> staff, int year) {
        List<Employee> result = staff.stream()
            .filter(e -> e.hired() >= year)
            .‹collect(Collectors.toList())→toList()›;
        return result;
    }
}

==== one more sentence in an exception
kind: silence
expect: silence
--- src/Parser.java
package calc;

public class Parser {
    private final String input;
    private int pos;

    public Parser(String input) {
        this.input = input;
    }

    public int number() {
        int start = pos;
        while (pos < input.length() && Character.isDigit(input.charAt(pos))) {
            pos++;
        }
        if (start == pos) {
            throw new IllegalStateException("number expected« → at position »" + pos);
        }
        return Integer.parseInt(input.substring(start, pos));
    }

    public void expect(char c) {
        if (input.charAt(pos) != c) {
            throw new IllegalStateException("'" + c + "' expected");
        }
        pos++;
    }
}

==== record of a museum loan renamed
kind: rename-class
--- src/main/java/museum/LoanService.java
package museum;

import java.util.ArrayList;
import java.util.List;

class «Item→LoanItem» {
    final String title;
    final int insuredValue;

    ‹Item→LoanItem›(String title, int insuredValue) {
        this.title = title;
        this.insuredValue = insuredValue;
    }
}

class ItemLabel {
    final String text;

    ItemLabel(‹Item→LoanItem› item) {
        this.text = "Item: " + item.title;
    }
}

public class LoanService {
    private final List<‹Item→LoanItem›> items = new ArrayList<>();

    public void add(String title, int value) {
        items.add(new ‹Item→LoanItem›(title, value));
    }

    public int insurance() {
        int sum = 0;
        for (‹Item→LoanItem› item : items) {
            sum += item.insuredValue;
        }
        return sum;
    }

    public ItemLabel label(int index) {
        return new ItemLabel(items.get(index));
    }
}

==== page size constant renamed
kind: rename-constant
--- src/main/java/archive/Paging.java
package archive;

public final class Paging {
    public static final int «LIMIT→MAX_PAGE_SIZE» = 200;
    public static final int DEFAULT = 50;

    private Paging() {
    }

    public static int clamp(int requested) {
        if (requested <= 0) {
            return DEFAULT;
        }
        return Math.min(requested, ‹LIMIT→MAX_PAGE_SIZE›);
    }
}
--- src/main/java/archive/UploadRules.java
package archive;

public final class UploadRules {
    static final int LIMIT = 20;

    boolean accepts(int files) {
        return files <= LIMIT;
    }
}
--- src/main/java/archive/DocumentQuery.java
package archive;

public class DocumentQuery {
    private static final String SQL = "SELECT id, title FROM document ORDER BY id LIMIT ? OFFSET ?";

    private int size = Paging.DEFAULT;

    public DocumentQuery size(int size) {
        if (size > Paging.‹LIMIT→MAX_PAGE_SIZE›) {
            throw new IllegalArgumentException("at most " + Paging.‹LIMIT→MAX_PAGE_SIZE› + " documents");
        }
        this.size = size;
        return this;
    }

    public String sql() {
        return SQL;
    }
}

==== console output of a lift controller goes to the logger
kind: log-statements
--- src/main/java/lift/Controller.java
package lift;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class Controller {
    private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

    private final Deque<Integer> calls = new ArrayDeque<>();
    private int floor;

    public void call(int target) {
        «System.out.println→LOG.info»("call from floor " + target);
        calls.add(target);
    }

    public void step() {
        if (calls.isEmpty()) {
            «System.out.println→LOG.info»("idle on floor " + floor);
            return;
        }
        int target = calls.peek();
        if (target == floor) {
            calls.remove();
            ‹System.out.println→LOG.info›("doors open on floor " + floor);
        } else {
            floor += Integer.signum(target - floor);
            ‹System.out.println→LOG.info›("moving, now on floor " + floor);
        }
    }

    public void stop() {
        calls.clear();
        ‹System.out.println→LOG.info›("stopped");
        System.out.flush();
    }
}

==== a map needs its import
kind: imports
--- src/main/java/clinic/Roster.java
package clinic;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;‹→
import java.util.Map;¦#1›
import java.util.TreeMap;‹→
import java.util.Map;¦#1›

public class Roster {
    private final «TreeMap→Map»<LocalDate, List<String>> shifts = new TreeMap<>();

    public void assign(LocalDate day, String nurse) {
        shifts.computeIfAbsent(day, d -> new ArrayList<>()).add(nurse);
    }

    public List<String> on(LocalDate day) {
        return shifts.getOrDefault(day, List.of());
    }

    public int load(String nurse) {
        int count = 0;
        for (List<String> names : shifts.values()) {
            if (names.contains(nurse)) {
                count++;
            }
        }
        return count;
    }
}

==== the fax number is gone
kind: code-deleted
--- src/main/java/crm/Contact.java
package crm;

public class Contact {
    private final String name;
    private final String phone;
«    private final String fax;
→»    private final String email;

    public Contact(String name, String phone, ‹String fax, →›String email) {
        this.name = name;
        this.phone = phone;
‹        this.fax = fax;
→›        this.email = email;
    }

    public String getName() {
        return name;
    }

    public String getPhone() {
        return phone;
    }

‹    public String getFax() {
        return fax;
    }

→›    public String getEmail() {
        return email;
    }
}

class Device {
    final String fax;

    Device(String fax) {
        this.fax = fax;
    }
}

==== a guard is typed into one method
kind: silence
expect: silence
--- src/main/java/choir/Voices.java
package choir;

import java.util.EnumMap;
import java.util.Map;

public class Voices {
    enum Part { SOPRANO, ALTO, TENOR, BASS }

    private final Map<Part, Integer> counts = new EnumMap<>(Part.class);

    public void join(Part part) {
        counts.merge(part, 1, Integer::sum);
    }

    public void leave(Part part) {
        «→if (count(part) == 0) {
            throw new IllegalStateException("nobody sings " + part);
        }
        »counts.merge(part, -1, Integer::sum);
    }

    public int count(Part part) {
        return counts.getOrDefault(part, 0);
    }

    public boolean balanced() {
        return count(Part.SOPRANO) > 0 && count(Part.BASS) > 0;
    }
}

==== the field says which timeout it is
kind: rename-field
--- src/main/java/com/example/http/RetryingClient.java
package com.example.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;

public final class RetryingClient {
    private final HttpClient client;
    private final Duration «timeout→requestTimeout»;
    private final int retries;

    public RetryingClient(HttpClient client, Duration timeout, int retries) {
        this.client = client;
        this.‹timeout→requestTimeout› = timeout;
        this.retries = retries;
    }

    HttpRequest request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(‹timeout→requestTimeout›).GET().build();
    }

    Duration worstCase() {
        return ‹timeout→requestTimeout›.multipliedBy(retries + 1L);
    }

    static Duration parse(String text) {
        Duration timeout = Duration.parse(text);
        return timeout.isNegative() ? Duration.ZERO : timeout;
    }
}

==== the order validator checks carts
kind: rename-class
--- src/main/java/com/example/shop/OrderValidator.java
package com.example.shop;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class «OrderValidator→CartValidator» {
    private static final Logger log = LoggerFactory.getLogger(‹OrderValidator→CartValidator›.class);

    private final int maxLines;

    public ‹OrderValidator→CartValidator›(int maxLines) {
        this.maxLines = maxLines;
    }

    public List<String> validate(Cart cart) {
        List<String> problems = new ArrayList<>();
        if (cart.lines().isEmpty()) {
            problems.add("the cart is empty");
        }
        if (cart.lines().size() > maxLines) {
            problems.add("more than " + maxLines + " lines");
        }
        log.debug("{} problems", problems.size());
        return problems;
    }
}
--- src/main/java/com/example/shop/CheckoutService.java
package com.example.shop;

import java.util.List;

public class CheckoutService {
    private final ‹OrderValidator→CartValidator› validator;
    private final PriceOrderValidator prices = new PriceOrderValidator();

    public CheckoutService(‹OrderValidator→CartValidator› validator) {
        this.validator = validator;
    }

    public static CheckoutService standard() {
        return new CheckoutService(new ‹OrderValidator→CartValidator›(100));
    }

    public List<String> check(Cart cart) {
        List<String> problems = validator.validate(cart);
        return problems.isEmpty() ? prices.validate(cart) : problems;
    }
}

==== invoices are found by their number
kind: interface-method
--- src/main/java/com/example/billing/InvoiceRepository.java
package com.example.billing;

import java.util.List;
import java.util.Optional;

public interface InvoiceRepository {
    void save(Invoice invoice);

    List<Invoice> findByCustomer(String customerId);«→

    Optional<Invoice> findByNumber(String number);»
}
--- src/main/java/com/example/billing/InMemoryInvoiceRepository.java
package com.example.billing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class InMemoryInvoiceRepository implements InvoiceRepository {
    private final Map<String, Invoice> invoices = new LinkedHashMap<>();

    @Override
    public void save(Invoice invoice) {
        invoices.put(invoice.number(), invoice);
    }

    @Override
    public List<Invoice> findByCustomer(String customerId) {
        return invoices.values().stream()
                .filter(invoice -> invoice.customerId().equals(customerId))
                .toList();
    }‹→

    @Override
    public Optional<Invoice> findByNumber(String number) {
        return Optional.ofNullable(invoices.get(number));
    }¦re:\s+@Override\s+public Optional<Invoice> findByNumber\(String number\) \{[\s\S]*\}¦@›

    public int size() {
        return invoices.size();
    }
}

==== every listener logs its event
kind: log-statements
--- src/main/java/com/example/events/AccountListener.java
package com.example.events;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class AccountListener {
    private static final Logger log = LoggerFactory.getLogger(AccountListener.class);

    private final Mailer mailer;
    private final Search search;

    public AccountListener(Mailer mailer, Search search) {
        this.mailer = mailer;
        this.search = search;
    }

    public void onCreated(AccountCreated event) {«→
        log.info("account {} created", event.accountId());»
        mailer.welcome(event.email());
        search.index(event.accountId());
    }

    public void onSuspended(AccountSuspended event) {«→
        log.info("account {} suspended", event.accountId());»
        mailer.suspended(event.email(), event.reason());
    }

    public void onRestored(AccountRestored event) {‹→
        log.info("account {} restored", event.accountId());›
        search.index(event.accountId());
    }

    public void onDeleted(AccountDeleted event) {‹→
        log.info("account {} deleted", event.accountId());›
        search.remove(event.accountId());
    }
}

==== the last field is copied from the builder
kind: half-typed-line
--- src/main/java/com/example/db/PoolSettings.java
package com.example.db;

public final class PoolSettings {
    private final String host;
    private final int port;
    private final String username;
    private final int poolSize;

    private PoolSettings(Builder builder) {
        this.host = builder.host;
        this.port = builder.port;
        this.username = builder.username;«→
        this.pool»‹→Size = builder.poolSize;›
    }

    public static final class Builder {
        private String host = "localhost";
        private int port = 5432;
        private String username = "app";
        private int poolSize = 10;

        public Builder host(String host) {
            this.host = host;
            return this;
        }

        public PoolSettings build() {
            return new PoolSettings(this);
        }
    }
}

==== one method gets a javadoc
kind: silence
expect: silence
--- src/main/java/com/example/text/Truncate.java
package com.example.text;

public final class Truncate {
    private static final String ELLIPSIS = "...";

    private Truncate() {
    }
«→
    /** Cuts the text at the last space before the limit, so that no word is broken. */»
    public static String atWord(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = text.lastIndexOf(' ', limit - ELLIPSIS.length());
        return end < 0 ? atChar(text, limit) : text.substring(0, end) + ELLIPSIS;
    }

    public static String atChar(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        return text.substring(0, limit - ELLIPSIS.length()) + ELLIPSIS;
    }
}

==== tickets are support tickets
kind: rename-class
--- desk/Ticket.java
package desk;

import java.time.Instant;

public class «Ticket→SupportTicket» {
    private final String subject;
    private final Instant opened;

    public ‹Ticket→SupportTicket›(String subject, Instant opened) {
        this.subject = subject;
        this.opened = opened;
    }

    public String getSubject() {
        return subject;
    }

    @Override
    public String toString() {
        return "Ticket " + subject + " of " + opened;
    }
}
--- desk/TicketQueue.java
package desk;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

public class TicketQueue {
    private final Deque<‹Ticket→SupportTicket›> open = new ArrayDeque<>();

    public ‹Ticket→SupportTicket› submit(String subject) {
        ‹Ticket→SupportTicket› ticket = new ‹Ticket→SupportTicket›(subject, Instant.now());
        open.addLast(ticket);
        return ticket;
    }

    public ‹Ticket→SupportTicket› next() {
        return open.pollFirst();
    }
}

==== the recipient comes first
kind: change-signature
--- notify/Notifier.java
package notify;

public class Notifier {
    private final MailServer server;

    public Notifier(MailServer server) {
        this.server = server;
    }

    public void notifyUser(«String message, User user→User user, String message») {
        server.deliver(user.getEmail(), message);
    }

    public void notifyTeam(String message, Team team) {
        for (User user : team.getMembers()) {
            notifyUser(‹message, user→user, message›);
        }
    }
}
--- notify/SignupService.java
package notify;

public class SignupService {
    private final Notifier notifier;

    public SignupService(Notifier notifier) {
        this.notifier = notifier;
    }

    public void welcome(User user, Team team) {
        notifier.notifyUser(‹"Welcome aboard!", user→user, "Welcome aboard!"›);
        notifier.notifyTeam("A new colleague has joined.", team);
    }

    public void remind(User user) {
        notifier.notifyUser(‹"Please confirm your address.", user→user, "Please confirm your address."›);
    }
}

==== the javadoc names the parameter
kind: docs-follow-code
--- stock/Warehouse.java
package stock;

import java.util.HashMap;
import java.util.Map;

public class Warehouse {
    private final Map<String, Integer> stock = new HashMap<>();

    /**
     * Puts articles into the warehouse.
     *
     * @param sku the article number
     * @param ‹qty→quantity› how many pieces arrive
     * @throws IllegalArgumentException if {@code ‹qty→quantity›} is not positive
     */
    public void receive(String sku, int «qty→quantity») {
        if (‹qty→quantity› <= 0) {
            throw new IllegalArgumentException(sku);
        }
        stock.merge(sku, ‹qty→quantity›, Integer::sum);
    }

    /**
     * Takes articles out of the warehouse.
     *
     * @param sku the article number
     * @param qty how many pieces leave
     */
    public void ship(String sku, int qty) {
        stock.merge(sku, -qty, Integer::sum);
    }
}

==== gateways can cancel a payment
kind: interface-method
open: pay/CardGateway.java
--- pay/PaymentGateway.java
package pay;

public interface PaymentGateway {
    String authorize(long cents, String token);

    void capture(String paymentId);«→

    void cancel(String paymentId);»
}
--- pay/CardGateway.java
package pay;

public class CardGateway implements PaymentGateway {
    private final CardClient client;

    public CardGateway(CardClient client) {
        this.client = client;
    }

    @Override
    public String authorize(long cents, String token) {
        return client.post("/authorizations", cents, token);
    }

    @Override
    public void capture(String paymentId) {
        client.post("/captures", paymentId);
    }‹→

    @Override
    public void cancel(String paymentId) {
        client.post("/cancellations", paymentId);
    }¦re:\s*@Override\s+public void cancel\(String paymentId\) \{[\s\S]*\}¦@›
}
--- pay/RefundReport.java
package pay;

public class RefundReport {
    public void capture(String line) {
        System.out.println("refund: " + line);
    }
}

==== the timeout constant says what it is for
kind: rename-constant
--- net/HttpDefaults.java
package net;

public final class HttpDefaults {
    public static final int «TIMEOUT_MS→CONNECT_TIMEOUT_MS» = 3000;
    public static final int READ_TIMEOUT_MS = 10000;
    public static final String USER_AGENT = "harvester/2.1";

    private HttpDefaults() {
    }
}
--- net/Harvester.java
package net;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;

public class Harvester {
    public int status(URL url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.setConnectTimeout(HttpDefaults.‹TIMEOUT_MS→CONNECT_TIMEOUT_MS›);
        connection.setReadTimeout(HttpDefaults.READ_TIMEOUT_MS);
        return connection.getResponseCode();
    }

    public long budget(int requests) {
        return (long) requests * (HttpDefaults.‹TIMEOUT_MS→CONNECT_TIMEOUT_MS› + HttpDefaults.READ_TIMEOUT_MS);
    }
}
--- net/DnsLookup.java
package net;

public class DnsLookup {
    private static final int TIMEOUT_MS = 500;

    public boolean tooSlow(long millis) {
        return millis > TIMEOUT_MS;
    }
}

==== fields that never change are final
kind: parallel-lines
--- race/Runner.java
package race;

import java.time.Duration;

public class Runner {
    private «→final »String name;
    private «→final »String club;
    private ‹→final ›int startNumber;
    private ‹→final ›AgeGroup group;
    private Duration best;

    public Runner(String name, String club, int startNumber, AgeGroup group) {
        this.name = name;
        this.club = club;
        this.startNumber = startNumber;
        this.group = group;
    }

    public void finish(Duration time) {
        if (best == null || time.compareTo(best) < 0) {
            best = time;
        }
    }

    public String label() {
        return startNumber + " " + name + " (" + club + ", " + group + ")";
    }
}

==== a label on the kiosk screen
kind: silence
expect: silence
--- kiosk/StartScreen.java
package kiosk;

import java.util.List;

public class StartScreen {
    private final List<String> languages = List.of("de", "en", "fr");

    public void show(Display display) {
        display.title("Welcome");
        display.button("«Buy→Get» a ticket", this::buy);
        display.button("Pick up a ticket", this::pickUp);
        display.button("Help", this::help);
        display.footer(String.join(" | ", languages));
    }

    private void buy() {
        Router.go("buy");
    }

    private void pickUp() {
        Router.go("pick-up");
    }

    private void help() {
        Router.go("help");
    }
}

==== the recipient of a message
kind: rename-parameter
--- Mailer.java
package mail;

public class Mailer {
    private final Transport transport;

    public Mailer(Transport transport) {
        this.transport = transport;
    }

    /**
     * Sends a message.
     *
     * @param ‹to→recipient› the address it is sent to
     * @param text the text
     */
    public void send(String «to→recipient», String text) {
        if (‹to→recipient›.isBlank()) {
            throw new IllegalArgumentException("no address to send to");
        }
        transport.deliver(‹to→recipient›, text);
    }

    public void forward(Message message, String to) {
        transport.deliver(to, message.text());
    }
}

==== shorter immutable lists
kind: api-migration
--- Defaults.java
package settings;

‹import java.util.Arrays;
→¦?›‹import java.util.Collections;
→¦?›import java.util.List;

public final class Defaults {
    public static final List<String> LANGUAGES =
            «Collections.unmodifiableList(Arrays.asList("en", "de", "fr"))→List.of("en", "de", "fr")»;

    public static final List<String> THEMES =
            «Collections.unmodifiableList(Arrays.asList("light", "dark"))→List.of("light", "dark")»;

    public static final List<Integer> SIZES =
            ‹Collections.unmodifiableList(Arrays.asList(10, 12, 14))→List.of(10, 12, 14)›;

    public static final List<String> UNITS =
            ‹Collections.unmodifiableList(Arrays.asList("cm", "in"))→List.of("cm", "in")›;

    private Defaults() {
    }
}

==== members have no nickname
kind: code-deleted
--- Member.java
package club;

public class Member {
    private final String name;
«    private final String nickname;
→»    private final int year;

    public Member(String name, ‹String nickname, →›int year) {
        this.name = name;
‹        this.nickname = nickname;
→›        this.year = year;
    }

    public String getName() {
        return name;
    }

‹    public String getNickname() {
        return nickname;
    }

→›    public int getYear() {
        return year;
    }
}

==== another exception is thrown
kind: docs-follow-code
--- Inventory.java
package stock;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;

public class Inventory {
    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * Returns how many pieces there are.
     *
     * @throws ‹IllegalArgumentException→NoSuchElementException› if the article is not known
     */
    public int count(String article) {
        Integer count = counts.get(article);
        if (count == null) {
            throw new «IllegalArgumentException→NoSuchElementException»(article);
        }
        return count;
    }

    /**
     * Adds pieces.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public void add(String article, int pieces) {
        if (pieces < 0) {
            throw new IllegalArgumentException("negative: " + pieces);
        }
        counts.merge(article, pieces, Integer::sum);
    }
}

==== a letter is missing in a method
kind: typo
--- Basket.java
package shop;

import java.util.ArrayList;
import java.util.List;

public class Basket {
    private final List<Item> items = new ArrayList<>();

    public void add(Item item) {
        items.add(item);
    }

    public double «calcuateTotal→calculateTotal»() {
        return items.stream().mapToDouble(Item::price).sum();
    }

    public boolean isFree() {
        return ‹calcuateTotal→calculateTotal›() == 0;
    }
}
--- Receipt.java
package shop;

public class Receipt {
    private final Basket basket;

    public Receipt(Basket basket) {
        this.basket = basket;
    }

    public String text() {
        double total = basket.‹calcuateTotal→calculateTotal›();
        return "Total: " + total;
    }

    public boolean needsSignature() {
        return basket.‹calcuateTotal→calculateTotal›() > 100;
    }
}

==== a log message is reworded
kind: silence
expect: silence
--- Worker.java
package jobs;

import java.util.logging.Logger;

public class Worker implements Runnable {
    private static final Logger LOG = Logger.getLogger("worker");
    private volatile boolean running = true;

    @Override
    public void run() {
        LOG.info("«Worker started→Ready for jobs»");
        while (running) {
            Job job = Jobs.next();
            LOG.fine("Job " + job.id());
            job.execute();
        }
        LOG.info("Worker stopped");
    }

    public void stop() {
        running = false;
    }
}

==== an invoice mailer becomes an invoice sender
kind: rename-class
--- src/main/java/org/acme/billing/InvoiceMailer.java
package org.acme.billing;

import java.util.logging.Logger;

public class «InvoiceMailer→InvoiceSender» {
    private static final Logger LOG = Logger.getLogger(‹InvoiceMailer→InvoiceSender›.class.getName());

    private final MailServer server;

    public ‹InvoiceMailer→InvoiceSender›(MailServer server) {
        this.server = server;
    }

    public void send(Invoice invoice) {
        LOG.info("sending invoice " + invoice.number());
        server.deliver(invoice.customer().email(), invoice.asPdf());
    }
}
--- src/main/java/org/acme/billing/BillingRun.java
package org.acme.billing;

import java.util.List;

public class BillingRun {
    private final ‹InvoiceMailer→InvoiceSender› mailer;
    private final ReminderMailer reminders;

    public BillingRun(MailServer server) {
        this.mailer = new ‹InvoiceMailer→InvoiceSender›(server);
        this.reminders = new ReminderMailer(server);
    }

    public void run(List<Invoice> invoices) {
        for (Invoice invoice : invoices) {
            if (invoice.isOverdue()) {
                reminders.send(invoice);
            } else {
                mailer.send(invoice);
            }
        }
    }
}

==== the page size of the search gets a longer name
kind: rename-constant
--- src/main/java/org/acme/search/SearchLimits.java
package org.acme.search;

public final class SearchLimits {
    public static final int «PAGE_SIZE→RESULTS_PER_PAGE» = 25;
    public static final int MAX_PAGES = 40;
    public static final int MAX_RESULTS = ‹PAGE_SIZE→RESULTS_PER_PAGE› * MAX_PAGES;

    private SearchLimits() {
    }
}
--- src/main/java/org/acme/search/SearchService.java
package org.acme.search;

import java.util.List;

public class SearchService {
    private final Index index;

    public SearchService(Index index) {
        this.index = index;
    }

    public List<Hit> page(String query, int number) {
        int from = number * SearchLimits.‹PAGE_SIZE→RESULTS_PER_PAGE›;
        return index.find(query, from, SearchLimits.‹PAGE_SIZE→RESULTS_PER_PAGE›);
    }

    public int pages(String query) {
        int hits = Math.min(index.count(query), SearchLimits.MAX_RESULTS);
        return (hits + SearchLimits.‹PAGE_SIZE→RESULTS_PER_PAGE› - 1) / SearchLimits.‹PAGE_SIZE→RESULTS_PER_PAGE›;
    }
}
--- src/main/java/org/acme/export/PdfExport.java
package org.acme.export;

public class PdfExport {
    private static final String PAGE_SIZE = "A4";

    public String header(String title) {
        return "<page size='" + PAGE_SIZE + "'>" + title;
    }
}

==== the guests of a reservation become a party size
kind: rename-parameter
--- src/main/java/org/acme/tables/Reservations.java
package org.acme.tables;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

public class Reservations {
    private final List<Reservation> reservations = new ArrayList<>();
    private final FloorPlan plan;

    public Reservations(FloorPlan plan) {
        this.plan = plan;
    }

    /**
     * Reserves a table.
     *
     * @param time when the guests arrive
     * @param ‹guests→partySize› how many seats are needed
     */
    public Reservation reserve(LocalDateTime time, int «guests→partySize») {
        if (‹guests→partySize› < 1 || ‹guests→partySize› > plan.largestTable()) {
            throw new IllegalArgumentException("no table for that many guests");
        }
        Table table = plan.smallestFor(time, ‹guests→partySize›);
        Reservation reservation = new Reservation(table, time, ‹guests→partySize›);
        reservations.add(reservation);
        return reservation;
    }

    public int expected(LocalDateTime from, LocalDateTime to) {
        int guests = 0;
        for (Reservation reservation : reservations) {
            if (!reservation.time().isBefore(from) && reservation.time().isBefore(to)) {
                guests += reservation.guests();
            }
        }
        return guests;
    }
}

==== every gateway tells its fee
kind: interface-method
--- src/main/java/org/acme/pay/PaymentGateway.java
package org.acme.pay;

public interface PaymentGateway {
    Receipt charge(Card card, long cents);

    void refund(String receiptId);«→

    long feeFor(long cents);»
}
--- src/main/java/org/acme/pay/BankGateway.java
package org.acme.pay;

public class BankGateway implements PaymentGateway {
    private final BankClient client;

    public BankGateway(BankClient client) {
        this.client = client;
    }

    @Override
    public Receipt charge(Card card, long cents) {
        return new Receipt(client.debit(card.number(), cents), cents);
    }

    @Override
    public void refund(String receiptId) {
        client.reverse(receiptId);
    }‹→

    @Override
    public long feeFor(long cents) {
        return 0;
    }¦re:\n\n    @Override\n    public long feeFor\(long cents\) \{[^}]*\}¦@›
}
--- src/main/java/org/acme/pay/FakeGateway.java
package org.acme.pay;

import java.util.ArrayList;
import java.util.List;

public class FakeGateway implements PaymentGateway {
    public final List<String> refunded = new ArrayList<>();

    @Override
    public Receipt charge(Card card, long cents) {
        return new Receipt("fake-" + card.number(), cents);
    }

    @Override
    public void refund(String receiptId) {
        refunded.add(receiptId);
    }‹→

    @Override
    public long feeFor(long cents) {
        return 0;
    }¦re:\n\n    @Override\n    public long feeFor\(long cents\) \{[^}]*\}¦@›
}

==== assertions become fluent
kind: api-migration
--- src/test/java/org/acme/route/RoutePlannerTest.java
package org.acme.route;

import static org.assertj.core.api.Assertions.assertThat;
‹import static org.junit.jupiter.api.Assertions.assertEquals;
→¦?›import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RoutePlannerTest {
    private final RoutePlanner planner = new RoutePlanner(SampleMap.small());

    @Test
    void findsTheShortestRoute() {
        Route route = planner.plan("A", "D");
        «assertEquals(3, route.hops());→assertThat(route.hops()).isEqualTo(3);»
        «assertEquals("A-B-D", route.text());→assertThat(route.text()).isEqualTo("A-B-D");»
    }

    @Test
    void avoidsTolls() {
        Route route = planner.withoutTolls().plan("A", "D");
        ‹assertEquals(5, route.hops());→assertThat(route.hops()).isEqualTo(5);›
        ‹assertEquals(0, route.tolls());→assertThat(route.tolls()).isEqualTo(0);¦assertThat(route.tolls()).isZero();›
    }

    @Test
    void rejectsUnknownPlaces() {
        assertThrows(UnknownPlaceException.class, () -> planner.plan("A", "Z"));
    }

    @Test
    void staysWhereItIs() {
        Route route = planner.plan("B", "B");
        ‹assertEquals("B", route.text());→assertThat(route.text()).isEqualTo("B");›
    }
}

==== a helper is opened for subclasses
kind: silence
expect: silence
--- src/main/java/org/acme/print/LabelPrinter.java
package org.acme.print;

import java.util.Locale;

public class LabelPrinter {
    private final Device device;
    private int printed;

    public LabelPrinter(Device device) {
        this.device = device;
    }

    public void print(Parcel parcel) {
        device.write(header(parcel));
        device.write(footer());
        printed++;
    }

    «private→protected» String header(Parcel parcel) {
        return parcel.recipient().toUpperCase(Locale.ROOT) + "\n" + parcel.street();
    }

    private String footer() {
        return "label " + (printed + 1);
    }

    public int printed() {
        return printed;
    }
}

==== the parameter of a constructor that a field does not keep any more
kind: field-removed
--- ArrayAdapter.java
class ArrayAdapter {
«  private final Gson context;
→»  private final Adapter element;
  private final Class<?> type;

  ArrayAdapter(Gson context, Adapter element, Class<?> type) {
‹    this.context = context;
→›    this.element = new Wrapper(context, element);
    this.type = type;
  }
}
