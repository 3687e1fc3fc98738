==== a command to list
kind: enum-member
--- src/command.rs
pub enum Command {
    Add(String),
    Remove(String),
    Quit,«→
    List,»
}

impl Command {
    pub fn name(&self) -> &'static str {
        match self {
            Command::Add(_) => "add",
            Command::Remove(_) => "remove",
            Command::Quit => "quit",‹→
            Command::List => "list",›
        }
    }
}

pub enum Reply {
    Ok,
    Quit,
}
--- src/app.rs
use crate::command::{Command, Reply};

pub struct App {
    items: Vec<String>,
}

impl App {
    pub fn run(&mut self, command: Command) -> Reply {
        match command {
            Command::Add(item) => {
                self.items.push(item);
                Reply::Ok
            }
            Command::Remove(item) => {
                self.items.retain(|i| *i != item);
                Reply::Ok
            }
            Command::Quit => Reply::Quit,‹→
            Command::List => todo!(),¦re:\n            Command::List => [\s\S]*¦@›
        }
    }
}

==== rendering takes a width
kind: change-signature
--- src/render.rs
pub fn render(text: &str«→, width: usize») -> String {
    text.split("\n\n").map(wrap).collect::<Vec<_>>().join("\n")
}

fn wrap(paragraph: &str) -> String {
    paragraph.replace('\n', " ")
}

pub fn render_title(text: &str) -> String {
    format!("# {text}")
}
--- src/main.rs
mod render;

use render::{render, render_title};

fn main() {
    let width = terminal_width();
    let text = std::fs::read_to_string("README.md").expect("no README");
    println!("{}", render_title("README"));
    println!("{}", "-".repeat(width));
    println!("{}", render(&text‹→, width¦@›));
}

fn terminal_width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).unwrap_or(80)
}

==== rows of the table is a count
kind: rename-function
--- src/table.rs
pub struct Table {
    cells: Vec<Vec<String>>,
}

impl Table {
    pub fn new(cells: Vec<Vec<String>>) -> Self {
        Table { cells }
    }

    pub fn «rows→row_count»(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.‹rows→row_count›() == 0
    }
}

pub struct Grid {
    pub rows: usize,
    pub cols: usize,
}
--- src/report.rs
use crate::table::{Grid, Table};

pub fn summary(table: &Table) -> String {
    if table.is_empty() {
        return "no rows".to_string();
    }
    format!("{} rows", table.‹rows→row_count›())
}

pub fn area(grid: &Grid) -> usize {
    grid.rows * grid.cols
}

==== unwrap becomes a question mark
kind: error-handling
--- src/settings.rs
use std::error::Error;
use std::fs;

pub struct Settings {
    pub port: u16,
    pub workers: usize,
    pub ratio: f64,
}

pub fn load(path: &str) -> Result<Settings, Box<dyn Error>> {
    let text = fs::read_to_string(path)«.unwrap()→?»;
    let mut lines = text.lines();
    let port = lines.next().unwrap_or("80").parse()«.unwrap()→?»;
    let workers = lines.next().unwrap_or("4").parse()‹.unwrap()→?›;
    let ratio = lines.next().unwrap_or("0.5").parse()‹.unwrap()→?›;
    Ok(Settings { port, workers, ratio })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_settings() {
        let settings = load("tests/settings.txt").unwrap();
        assert_eq!(settings.port, 8080);
    }
}

==== a missing user is an error
kind: return-type
--- src/users.rs
use std::collections::HashMap;

#[derive(Debug)]
pub enum StoreError {
    NotFound,
    Locked,
}

#[derive(Clone)]
pub struct User {
    pub id: u64,
    pub name: String,
}

pub struct Users {
    by_id: HashMap<u64, User>,
}

impl Users {
    pub fn get(&self, id: u64) -> «Option<User>→Result<User, StoreError>» {
        if let Some(user) = self.by_id.get(&id) {
            return ‹Some→Ok›(user.clone());
        }
        ‹None→Err(StoreError::NotFound)¦@›
    }

    pub fn first(&self) -> Option<User> {
        let id = self.by_id.keys().min()?;
        Some(self.by_id[id].clone())
    }
}

==== a safety comment
kind: silence
expect: silence
--- src/ring.rs
pub struct Ring {
    buf: Vec<u8>,
    head: usize,
}

impl Ring {
    pub fn new(size: usize) -> Self {
        Ring { buf: vec![0; size], head: 0 }
    }

    pub fn push(&mut self, byte: u8) {
        «→// Overwrites the oldest byte when the ring is full.
        »let len = self.buf.len();
        self.buf[self.head % len] = byte;
        self.head += 1;
    }

    pub fn last(&self) -> u8 {
        let len = self.buf.len();
        self.buf[(self.head + len - 1) % len]
    }
}

==== valves can be throttled
kind: enum-member
--- src/valve.rs
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValveState {
    Open,
    Closed,
    Faulty,«→
    Throttled,»
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PumpState {
    Running,
    Faulty,
}

impl fmt::Display for ValveState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            ValveState::Open => "open",
            ValveState::Closed => "closed",
            ValveState::Faulty => "faulty",‹→
            ValveState::Throttled => "throttled",›
        };
        f.write_str(text)
    }
}

pub fn pump_code(state: PumpState) -> u8 {
    match state {
        PumpState::Running => 1,
        PumpState::Faulty => 9,
    }
}
--- src/flow.rs
use crate::valve::ValveState;

pub fn factor(state: ValveState) -> f64 {
    match state {
        ValveState::Open => 1.0,
        ValveState::Closed => 0.0,
        ValveState::Faulty => 0.0,‹→
        ValveState::Throttled => 0.5,¦re:\s*ValveState::Throttled => .*,¦@›
    }
}

pub fn is_safe(state: ValveState) -> bool {
    state != ValveState::Faulty
}

==== a lens gets its coating
kind: field-added
--- src/lens.rs
#[derive(Debug, Clone)]
pub struct Lens {
    pub focal: f64,
    pub diameter: f64,«→
    pub coating: Option<String>,»
}

#[derive(Debug, Clone)]
pub struct Mirror {
    pub focal: f64,
    pub diameter: f64,
}

impl Lens {
    pub fn simple(focal: f64) -> Self {
        Lens {
            focal,
            diameter: 25.4,‹→
            coating: None,›
        }
    }

    pub fn ratio(&self) -> f64 {
        self.focal / self.diameter
    }
}
--- src/catalog.rs
use crate::lens::{Lens, Mirror};

pub fn standard_lenses() -> Vec<Lens> {
    vec![
        Lens::simple(50.0),
        Lens {
            focal: 100.0,
            diameter: 50.8,‹→
            coating: None,¦re:\s*coating: (None|Some\(.*\)),¦@›
        },
    ]
}

pub fn standard_mirrors() -> Vec<Mirror> {
    vec![Mirror {
        focal: 500.0,
        diameter: 50.8,
    }]
}

==== parameter of the tariff function renamed
kind: rename-parameter
--- src/tariff.rs
pub struct Meter {
    pub id: u32,
    pub usage: f64,
}

/// Price in cents.
///
/// `‹usage→kwh›` is the energy of the month in kilowatt hours.
pub fn price(«usage→kwh»: f64, night: bool) -> f64 {
    let rate = if night { 18.5 } else { 27.9 };
    if ‹usage→kwh› < 0.0 {
        panic!("negative usage");
    }
    let discount = if ‹usage→kwh› > 400.0 { 0.9 } else { 1.0 };
    ‹usage→kwh› * rate * discount
}

pub fn bill(meter: &Meter, nights: f64) -> f64 {
    let day = meter.usage - nights;
    price(day, false) + price(nights, true)
}

pub fn average(meters: &[Meter]) -> f64 {
    let usage: f64 = meters.iter().map(|m| m.usage).sum();
    usage / meters.len() as f64
}

==== settings are required instead of unwrapped
kind: parallel-lines
--- src/settings.rs
use crate::source::{Error, Source};

pub struct Settings {
    pub host: String,
    pub region: String,
    pub bucket: String,
    pub prefix: String,
    pub label: String,
}

impl Settings {
    pub fn load(source: &Source) -> Result<Settings, Error> {
        let host = source.«get("host").unwrap()→require("host")?»;
        let region = source.«get("region").unwrap()→require("region")?»;
        let bucket = source.‹get("bucket").unwrap()→require("bucket")?›;
        let prefix = source.‹get("prefix").unwrap()→require("prefix")?›;
        let label = source.get("label").unwrap_or_default();
        Ok(Settings {
            host,
            region,
            bucket,
            prefix,
            label,
        })
    }

    pub fn url(&self) -> String {
        format!("https://{}.{}/{}/{}", self.bucket, self.host, self.region, self.prefix)
    }
}

==== the last colour of a signal
kind: half-typed-line
--- src/signal.rs
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aspect {
    Stop,
    Caution,
    Clear,
    Shunt,
}

impl Aspect {
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Stop => "stop",
            Aspect::Caution => "caution",
            Aspect::Clear => "clear",
            Aspect::Shunt => "shunt",
        }
    }

    pub fn parse(text: &str) -> Option<Aspect> {
        match text {
            "stop" => Some(Aspect::Stop),
            "caution" => Some(Aspect::Caution),
            "clear" => Some(Aspect::Clear),
«→            "shunt" => »‹→Some(Aspect::Shunt),›
            _ => None,
        }
    }

    pub fn may_pass(self) -> bool {
        self != Aspect::Stop
    }
}

==== a debug line is typed and taken back
kind: silence
expect: silence
do: edit, pause 2, undo
--- src/decoder.rs
pub struct Decoder {
    buffer: Vec<u8>,
    position: usize,
}

impl Decoder {
    pub fn new(buffer: Vec<u8>) -> Self {
        Decoder { buffer, position: 0 }
    }

    pub fn byte(&mut self) -> Option<u8> {
        let value = self.buffer.get(self.position).copied();
        self.position += 1;
        value
    }

    pub fn word(&mut self) -> Option<u16> {
        let high = self.byte()?;
        let low = self.byte()?;«→
        dbg!(high, low);»
        Some(u16::from(high) << 8 | u16::from(low))
    }

    pub fn remaining(&self) -> usize {
        self.buffer.len().saturating_sub(self.position)
    }
}

==== zstd is written and read
kind: enum-member
--- src/compression.rs
use std::fmt;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    None,
    Gzip,
    Brotli,«→
    Zstd,»
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Brotli => "brotli",‹→
            Compression::Zstd => "zstd",›
        })
    }
}

impl FromStr for Compression {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "none" => Ok(Compression::None),
            "gzip" => Ok(Compression::Gzip),
            "brotli" => Ok(Compression::Brotli),‹→
            "zstd" => Ok(Compression::Zstd),›
            other => Err(format!("unknown compression: {other}")),
        }
    }
}

==== flush becomes commit, the writer's own flush stays
kind: rename-function
--- src/journal.rs
use std::fs::File;
use std::io::{self, BufWriter, Write};

pub struct Journal {
    out: BufWriter<File>,
    pending: Vec<String>,
}

impl Journal {
    pub fn new(file: File) -> Self {
        Self { out: BufWriter::new(file), pending: Vec::new() }
    }

    pub fn record(&mut self, line: &str) -> io::Result<()> {
        self.pending.push(line.to_owned());
        if self.pending.len() >= 64 {
            self.‹flush→commit›()?;
        }
        Ok(())
    }

    pub fn «flush→commit»(&mut self) -> io::Result<()> {
        for line in self.pending.drain(..) {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.‹flush→commit›();
    }
}

==== a retry limit in the client
kind: field-added
--- src/client.rs
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct ClientConfig {
    pub endpoint: String,
    pub timeout: Duration,«→
    pub max_retries: u32,»
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            endpoint: "https://api.example.com".to_owned(),
            timeout: Duration::from_secs(10),‹→
            max_retries: 3,¦re:\s+max_retries: \w+,¦@›
        }
    }
}

impl ClientConfig {
    pub fn local() -> Self {
        Self {
            endpoint: "http://127.0.0.1:8080".to_owned(),
            timeout: Duration::from_secs(1),‹→
            max_retries: 0,¦re:\s+max_retries: \w+,¦@›
        }
    }

    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }
}

==== parsing a manifest can fail
kind: error-handling
--- src/manifest.rs
use std::path::Path;

#[derive(Debug)]
pub enum ManifestError {
    Io(std::io::Error),
    Syntax(toml::de::Error),
}

impl From<std::io::Error> for ManifestError {
    fn from(error: std::io::Error) -> Self {
        ManifestError::Io(error)
    }
}

impl From<toml::de::Error> for ManifestError {
    fn from(error: toml::de::Error) -> Self {
        ManifestError::Syntax(error)
    }
}

#[derive(Debug, serde::Deserialize)]
pub struct Manifest {
    pub name: String,
    pub version: String,
}

pub fn read_manifest(path: &Path) -> «Manifest→Result<Manifest, ManifestError>» {
    let text = std::fs::read_to_string(path)«.unwrap()→?»;
    let manifest: Manifest = toml::from_str(&text)‹.unwrap()→?›;
    ‹manifest→Ok(manifest)›
}
--- src/publish.rs
use std::path::Path;

use crate::manifest::{read_manifest, ManifestError};

pub fn package_name(root: &Path) -> Result<String, ManifestError> {
    let manifest = read_manifest(&root.join("package.toml"))‹→?›;
    Ok(format!("{}-{}.tar.gz", manifest.name, manifest.version))
}

==== parking_lot needs no unwrap
kind: api-migration
--- src/registry.rs
use std::collections::HashMap;
use std::sync::Arc;

use «std::sync→parking_lot»::Mutex;

#[derive(Clone, Default)]
pub struct Registry {
    peers: Arc<Mutex<HashMap<String, Peer>>>,
}

#[derive(Clone, Debug)]
pub struct Peer {
    pub address: String,
    pub alive: bool,
}

impl Registry {
    pub fn add(&self, name: &str, peer: Peer) {
        self.peers.lock()«.unwrap()→».insert(name.to_owned(), peer);
    }

    pub fn remove(&self, name: &str) -> Option<Peer> {
        self.peers.lock()‹.unwrap()→›.remove(name)
    }

    pub fn mark_dead(&self, name: &str) {
        if let Some(peer) = self.peers.lock()‹.unwrap()→›.get_mut(name) {
            peer.alive = false;
        }
    }

    pub fn len(&self) -> usize {
        self.peers.lock()‹.unwrap()→›.len()
    }
}

pub fn parse_port(address: &str) -> u16 {
    address.rsplit(':').next().unwrap().parse().unwrap()
}

==== another test is written
kind: silence
expect: silence
--- src/duration.rs
pub fn parse_seconds(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let factor = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return None,
    };
    number.parse::<u64>().ok().map(|n| n * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes() {
        assert_eq!(parse_seconds("5m"), Some(300));
    }«→

    #[test]
    fn unknown_unit() {
        assert_eq!(parse_seconds("5y"), None);
    }»
}

==== the player learns to pause
kind: enum-member
--- src/command.rs
use std::fmt;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Play,
    Stop,
    Skip,«→
    Pause,»
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = match self {
            Command::Play => "play",
            Command::Stop => "stop",
            Command::Skip => "skip",‹→
            Command::Pause => "pause",›
        };
        f.write_str(name)
    }
}

impl FromStr for Command {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "play" => Ok(Command::Play),
            "stop" => Ok(Command::Stop),
            "skip" => Ok(Command::Skip),‹→
            "pause" => Ok(Command::Pause),›
            other => Err(format!("unknown command: {other}")),
        }
    }
}

==== a method name in the usual word order
kind: rename-function
--- src/frame.rs
pub struct Frame {
    header: Vec<u8>,
    payload: Vec<u8>,
}

impl Frame {
    pub fn «len_bytes→byte_len»(&self) -> usize {
        self.header.len() + self.payload.len()
    }

    pub fn is_large(&self) -> bool {
        self.‹len_bytes→byte_len›() > 64 * 1024
    }
}

pub struct Text {
    pub lines: Vec<String>,
}

impl Text {
    pub fn len_bytes(&self) -> usize {
        self.lines.iter().map(|line| line.len() + 1).sum()
    }
}
--- src/writer.rs
use crate::frame::{Frame, Text};

pub fn total(frames: &[Frame]) -> usize {
    frames.iter().map(|frame: &Frame| frame.‹len_bytes→byte_len›()).sum()
}

pub fn report(frame: &Frame, text: &Text) -> String {
    format!("len_bytes: {} of {}", frame.‹len_bytes→byte_len›(), text.len_bytes())
}

==== parsing a header reports errors
kind: return-type
--- src/header.rs
#[derive(Debug)]
pub enum HeaderError {
    Empty,
    MissingColon,
}

pub struct Header {
    pub name: String,
    pub value: String,
}

pub fn parse_header(line: &str) -> «Option<Header>→Result<Header, HeaderError>» {
    if line.is_empty() {
        return ‹None→Err(HeaderError::Empty)›;
    }
    let Some((name, value)) = line.split_once(':') else {
        return ‹None→Err(HeaderError::MissingColon)›;
    };
    ‹Some(→Ok(›Header {
        name: name.trim().to_lowercase(),
        value: value.trim().to_string(),
    })
}

pub fn find<'a>(headers: &'a [Header], name: &str) -> Option<&'a str> {
    for header in headers {
        if header.name == name {
            return Some(&header.value);
        }
    }
    None
}

==== printer settings know about wrapping
kind: field-added
--- src/settings.rs
#[derive(Debug, Clone)]
pub struct Settings {
    pub width: usize,
    pub indent: usize,
    pub tabs: bool,«→
    pub wrap: bool,»
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            width: 80,
            indent: 4,
            tabs: false,‹→
            wrap: false,¦
            wrap: true,¦@›
        }
    }
}

impl Settings {
    pub fn for_terminal(&self, columns: usize) -> Settings {
        Settings {
            width: columns,
            indent: self.indent,
            tabs: self.tabs,‹→
            wrap: self.wrap,›
        }
    }

    pub fn indentation(&self, depth: usize) -> String {
        if self.tabs {
            "\t".repeat(depth)
        } else {
            " ".repeat(depth * self.indent)
        }
    }
}

==== a blob is a chunk
kind: rename-class
--- src/chunk.rs
pub struct «Blob→Chunk» {
    pub id: u64,
    pub data: Vec<u8>,
}

impl ‹Blob→Chunk› {
    pub fn new(id: u64, data: Vec<u8>) -> ‹Blob→Chunk¦Self› {
        ‹Blob→Chunk¦Self› { id, data }
    }

    pub fn describe(&self) -> String {
        format!("Blob {} with {} bytes", self.id, self.data.len())
    }
}

pub struct BlobStore {
    pub root: String,
}
--- src/upload.rs
use crate::chunk::{‹Blob→Chunk›, BlobStore};

pub fn split(data: &[u8], size: usize) -> Vec<‹Blob→Chunk›> {
    data.chunks(size)
        .enumerate()
        .map(|(i, part)| ‹Blob→Chunk›::new(i as u64, part.to_vec()))
        .collect()
}

pub fn path(store: &BlobStore, chunk: &‹Blob→Chunk›) -> String {
    format!("{}/{:08x}", store.root, chunk.id)
}

==== a misspelled helper
kind: typo
--- src/dna.rs
pub fn «complemnt→complement»(base: char) -> char {
    match base {
        'A' => 'T',
        'T' => 'A',
        'C' => 'G',
        'G' => 'C',
        other => other,
    }
}

pub fn reverse_complement(sequence: &str) -> String {
    sequence.chars().rev().map(‹complemnt→complement›).collect()
}

pub fn is_palindrome(sequence: &str) -> bool {
    let bases: Vec<char> = sequence.chars().collect();
    let n = bases.len();
    (0..n / 2).all(|i| bases[i] == ‹complemnt→complement›(bases[n - 1 - i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_pairs() {
        assert_eq!(‹complemnt→complement›('A'), 'T');
    }
}

==== buffer size of one reader
kind: silence
expect: silence
--- src/logfile.rs
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

pub fn count_errors(path: &str) -> io::Result<usize> {
    let reader = BufReader::with_capacity(«8→256» * 1024, File::open(path)?);
    let mut errors = 0;
    for line in reader.lines() {
        if line?.starts_with("ERROR") {
            errors += 1;
        }
    }
    Ok(errors)
}

pub fn append(path: &str, lines: &[String]) -> io::Result<()> {
    let file = File::options().append(true).open(path)?;
    let mut writer = BufWriter::new(file);
    for line in lines {
        writeln!(writer, "{line}")?;
    }
    writer.flush()
}

==== a stack machine multiplies
kind: enum-member
--- src/command.rs
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Push(i64),
    Add,
    Sub,«→
    Mul,»
}

impl Command {
    pub fn name(&self) -> &'static str {
        match self {
            Command::Push(_) => "push",
            Command::Add => "add",
            Command::Sub => "sub",‹→
            Command::Mul => "mul",›
        }
    }
}
--- src/machine.rs
use crate::command::Command;

pub fn apply(command: Command, a: i64, b: i64) -> i64 {
    match command {
        Command::Push(value) => value,
        Command::Add => a + b,
        Command::Sub => a - b,‹→
        Command::Mul => a * b,¦re:\n        Command::Mul => .*(\*|mul).*,¦@›
    }
}

pub fn help() -> &'static str {
    "Commands: push, add, sub"
}

==== lines are wrapped at a width
kind: change-signature
--- src/text.rs
pub fn wrap(text: &str«→, width: usize») -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().unwrap();
        if last.len() + word.len() < «72→width» {
            last.push_str(word);
            last.push(' ');
        } else {
            lines.push(format!("{word} "));
        }
    }
    lines
}

pub fn indent(text: &str) -> String {
    format!("    {text}")
}
--- src/page.rs
use crate::text::{indent, wrap};

pub fn page(title: &str, body: &str, width: usize) -> String {
    let mut out = format!("{}\n", title.to_uppercase());
    for line in wrap(body‹→, width›) {
        out.push_str(&indent(&line));
        out.push('\n');
    }
    out
}

pub fn note(text: &str) -> String {
    wrap(text‹→, 72¦re:, \w+¦@›).join("\n")
}

==== the parser is a tokenizer
kind: rename-class
--- src/lexer.rs
/// Splits a text into words.
pub struct «Parser→Tokenizer»<'a> {
    rest: &'a str,
}

impl<'a> ‹Parser→Tokenizer›<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub fn next_word(&mut self) -> Option<&'a str> {
        let trimmed = self.rest.trim_start();
        let end = trimmed.find(' ').unwrap_or(trimmed.len());
        let (word, rest) = trimmed.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}
--- src/main.rs
mod lexer;

use lexer::‹Parser→Tokenizer›;

#[derive(clap::Parser)]
struct Args {
    text: String,
}

fn main() {
    let args = <Args as clap::Parser>::parse();
    let mut words = ‹Parser→Tokenizer›::new(&args.text);
    while let Some(word) = words.next_word() {
        println!("{word}");
    }
}

==== columns are read by name
kind: parallel-lines
--- src/rows.rs
use rusqlite::{Result, Row};

pub struct Customer {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub city: String,
}

impl Customer {
    pub fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get(«0→"id"»)?,
            name: row.get(«1→"name"»)?,
            email: row.get(‹2→"email"›)?,
            city: row.get(‹3→"city"›)?,
        })
    }
}

pub fn first_digit(text: &str) -> Option<u8> {
    text.as_bytes().get(0).copied()
}

==== the last field of a debug output
kind: half-typed-line
--- src/config.rs
use std::fmt;

pub struct Config {
    pub host: String,
    pub port: u16,
    pub user: String,
    password: String,
}

impl Config {
    pub fn check(&self, password: &str) -> bool {
        self.password == password
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("host", &self.host)
            .field("port", &self.port)«→
            .field("us»‹→er", &self.user)›
            .finish()
    }
}

==== a verb for a function
kind: rename-function
--- src/checksum.rs
/// Adds up the bytes, as the old devices do.
pub fn «checksum→compute_checksum»(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

pub fn verify(frame: &[u8]) -> bool {
    match frame.split_last() {
        Some((checksum, body)) => ‹checksum→compute_checksum›(body) == *checksum,
        None => false,
    }
}
--- src/frame.rs
use crate::checksum::‹checksum→compute_checksum›;

pub struct Frame {
    pub body: Vec<u8>,
    pub checksum: u8,
}

impl Frame {
    pub fn new(body: Vec<u8>) -> Self {
        let sum = ‹checksum→compute_checksum›(&body);
        Frame { body, checksum: sum }
    }

    pub fn describe(&self) -> String {
        format!("{} bytes, checksum {}", self.body.len(), self.checksum)
    }
}

==== a doc comment gets a sentence
kind: silence
expect: silence
--- src/cache.rs
use std::collections::HashMap;

/// Keeps the last answers.«→ Not safe for several threads.»
pub struct Cache {
    answers: HashMap<String, String>,
    limit: usize,
}

impl Cache {
    /// Creates an empty cache.
    pub fn new(limit: usize) -> Self {
        Self { answers: HashMap::new(), limit }
    }

    pub fn put(&mut self, key: String, answer: String) {
        if self.answers.len() < self.limit {
            self.answers.insert(key, answer);
        }
    }
}

==== a queue command can be flushed
kind: enum-member
--- src/command.rs
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Push,
    Pop,
    Peek,«→
    Flush,»
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reply {
    Done,
    Empty,
}

impl Command {
    pub fn name(self) -> &'static str {
        match self {
            Command::Push => "push",
            Command::Pop => "pop",
            Command::Peek => "peek",‹→
            Command::Flush => "flush",›
        }
    }

    pub fn parse(text: &str) -> Option<Command> {
        match text {
            "push" => Some(Command::Push),
            "pop" => Some(Command::Pop),
            "peek" => Some(Command::Peek),‹→
            "flush" => Some(Command::Flush),›
            _ => None,
        }
    }
}

impl Reply {
    pub fn code(self) -> u8 {
        match self {
            Reply::Done => 0,
            Reply::Empty => 4,
        }
    }
}

==== a rate limiter becomes a throttle
kind: rename-class
--- src/throttle.rs
use std::time::{Duration, Instant};

pub struct RateLimiterConfig {
    pub per_second: u32,
}

/// Lets a fixed number of calls through per second.
pub struct «RateLimiter→Throttle» {
    interval: Duration,
    last: Option<Instant>,
}

impl ‹RateLimiter→Throttle› {
    pub fn new(config: &RateLimiterConfig) -> ‹RateLimiter→Throttle› {
        ‹RateLimiter→Throttle› {
            interval: Duration::from_secs(1) / config.per_second,
            last: None,
        }
    }

    pub fn allow(&mut self, now: Instant) -> bool {
        let ready = self.last.map_or(true, |last| now - last >= self.interval);
        if ready {
            self.last = Some(now);
        }
        ready
    }
}
--- src/client.rs
use std::time::Instant;

use crate::throttle::{‹RateLimiter→Throttle›, RateLimiterConfig};

pub struct Client {
    base: String,
    limiter: ‹RateLimiter→Throttle›,
}

impl Client {
    pub fn new(base: &str) -> Self {
        let config = RateLimiterConfig { per_second: 5 };
        Client {
            base: base.to_string(),
            limiter: ‹RateLimiter→Throttle›::new(&config),
        }
    }

    pub fn url(&mut self, path: &str) -> Option<String> {
        self.limiter
            .allow(Instant::now())
            .then(|| format!("{}/{}", self.base, path))
    }
}

==== a printer's options get a number of copies
kind: field-added
--- src/options.rs
#[derive(Debug, Clone)]
pub struct PrintOptions {
    pub paper: String,
    pub duplex: bool,«→
    pub copies: u32,»
}

#[derive(Debug, Clone)]
pub struct ScanOptions {
    pub paper: String,
    pub duplex: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions {
            paper: "A4".to_string(),
            duplex: true,‹→
            copies: 1,¦re:\n            copies: (0|1),›
        }
    }
}

impl Default for ScanOptions {
    fn default() -> Self {
        ScanOptions {
            paper: "A4".to_string(),
            duplex: false,
        }
    }
}
--- src/poster.rs
use crate::options::PrintOptions;

pub fn poster_options() -> PrintOptions {
    PrintOptions {
        paper: "A2".to_string(),
        duplex: false,‹→
        copies: 1,¦re:\n        copies: \d+,¦@›
    }
}

==== errors are passed on instead of panics
kind: error-handling
--- src/manifest.rs
use std::error::Error;
use std::fs;
use std::path::Path;

pub struct Manifest {
    pub name: String,
    pub version: u32,
    pub entries: usize,
}

pub fn load(path: &Path) -> Result<Manifest, Box<dyn Error>> {
    let text = fs::read_to_string(path)«.unwrap()→?»;
    let mut lines = text.lines();
    let name = lines.next().ok_or("no name")?.to_string();
    let version = lines.next().ok_or("no version")?.parse()‹.unwrap()→?›;
    let index = fs::read(path.with_extension("idx"))‹.unwrap()→?›;
    Ok(Manifest {
        name,
        version,
        entries: index.len() / 16,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_the_sample() {
        let manifest = load(Path::new("samples/one.manifest")).unwrap();
        assert_eq!(manifest.name, "one");
        assert_eq!(manifest.version, 3);
    }
}

==== a row's last column is begun
kind: half-typed-line
--- src/device.rs
pub struct DeviceRow {
    pub id: i64,
    pub name: String,
    pub vendor: String,
    pub firmware: String,
}

pub struct Device {
    pub id: i64,
    pub name: String,
    pub vendor: String,
    pub firmware: String,
}

impl From<DeviceRow> for Device {
    fn from(row: DeviceRow) -> Self {
        Device {
            id: row.id,
            name: row.name,
            vendor: row.vendor,«→
            firm»‹→ware: row.firmware,¦ware: row.firmware›
        }
    }
}

impl Device {
    pub fn title(&self) -> String {
        format!("{} {} ({})", self.vendor, self.name, self.firmware)
    }
}

==== the text of one expectation
kind: silence
expect: silence
--- src/workers.rs
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread::{self, JoinHandle};

pub struct Worker {
    jobs: Sender<u64>,
    handle: JoinHandle<u64>,
}

impl Worker {
    pub fn start() -> Worker {
        let (jobs, queue) = channel();
        let handle = thread::spawn(move || run(queue));
        Worker { jobs, handle }
    }

    pub fn send(&self, job: u64) {
        self.jobs.send(job).expect("the worker «is gone→has stopped early»");
    }

    pub fn finish(self) -> u64 {
        drop(self.jobs);
        self.handle.join().expect("the worker panicked")
    }
}

fn run(queue: Receiver<u64>) -> u64 {
    // the queue ends when the sender is gone
    queue.iter().map(|job| job * job).sum()
}

