==== pool config field renamed in its struct
kind: rename-field
--- src/config.rs
use std::collections::BTreeMap;
use std::time::Duration;

/// Settings of the connection pool, read from the `[pool]` table.
#[derive(Debug, Clone)]
pub struct PoolConfig {
    pub max_size: u32,
    pub «min_size→min_idle»: u32,
    pub connect_timeout: Duration,
    pub test_on_check_out: bool,
}

impl Default for PoolConfig {
    fn default() -> Self {
        PoolConfig {
            max_size: 10,
            ‹min_size→min_idle›: 0,
            connect_timeout: Duration::from_secs(30),
            test_on_check_out: true,
        }
    }
}

/// Limits of the statement cache. Not related to the pool.
#[derive(Debug, Clone, Default)]
pub struct CacheConfig {
    pub min_size: u32,
    pub max_size: u32,
}

impl PoolConfig {
    pub fn from_table(table: &BTreeMap<String, u32>) -> Result<Self, String> {
        let mut config = PoolConfig::default();
        if let Some(n) = table.get("max_size") {
            config.max_size = *n;
        }
        if config.‹min_size→min_idle› > config.max_size {
            return Err(format!(
                "pool of {} connections cannot keep {} of them open",
                config.max_size, config.‹min_size→min_idle›
            ));
        }
        Ok(config)
    }
}
--- src/pool.rs
use crate::config::{CacheConfig, PoolConfig};

pub struct Pool {
    config: PoolConfig,
    cache: CacheConfig,
    idle: u32,
    in_use: u32,
}

impl Pool {
    pub fn new(config: PoolConfig, cache: CacheConfig) -> Self {
        let idle = config.‹min_size→min_idle›;
        Pool { config, cache, idle, in_use: 0 }
    }

    /// How many connections the reaper may close now.
    pub fn surplus(&self) -> u32 {
        self.idle.saturating_sub(self.config.‹min_size→min_idle›)
    }

    pub fn is_exhausted(&self) -> bool {
        self.idle == 0 && self.in_use >= self.config.max_size
    }

    pub fn cached_statements(&self) -> std::ops::Range<u32> {
        self.cache.min_size..self.cache.max_size
    }
}
--- src/main.rs
mod config;
mod pool;

fn main() {
    let config = config::PoolConfig::default();
    let pool = pool::Pool::new(config, config::CacheConfig::default());
    println!("surplus: {}, exhausted: {}", pool.surplus(), pool.is_exhausted());
    println!("cached: {:?}", pool.cached_statements());
}

==== compression codec variant needs its match arms
kind: enum-member
--- src/codec.rs
use std::fmt;
use std::str::FromStr;

/// Compression of the blocks in a column chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codec {
    Uncompressed,
    Snappy,
    Gzip,
    «→Zstd,
»}

impl Codec {
    /// The number which is stored in the page header.
    pub fn id(self) -> u8 {
        match self {
            Codec::Uncompressed => 0,
            Codec::Snappy => 1,
            Codec::Gzip => 2,‹→
            Codec::Zstd => 3,¦re:\n +Codec::Zstd => \d+,¦@›
        }
    }

    /// Whether reading needs a scratch buffer of the size of a block.
    pub fn needs_scratch(self) -> bool {
        !matches!(self, Codec::Uncompressed)
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Codec::Uncompressed => "uncompressed",
            Codec::Snappy => "snappy",
            Codec::Gzip => "gzip",‹→
            Codec::Zstd => "zstd",¦@›
        };
        f.write_str(name)
    }
}

#[derive(Debug, PartialEq)]
pub struct UnknownCodec(pub String);

impl FromStr for Codec {
    type Err = UnknownCodec;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "uncompressed" | "none" => Ok(Codec::Uncompressed),
            "snappy" => Ok(Codec::Snappy),
            "gzip" | "gz" => Ok(Codec::Gzip),‹→
            "zstd" => Ok(Codec::Zstd),¦
            "zstd" | "zst" => Ok(Codec::Zstd),¦@›
            other => Err(UnknownCodec(other.to_string())),
        }
    }
}
--- src/main.rs
mod codec;

use codec::Codec;

/// Picks the codec for a column by how well its values repeat.
fn choose(distinct: usize, rows: usize) -> Codec {
    if rows == 0 {
        return Codec::Uncompressed;
    }
    match distinct * 100 / rows {
        0..=5 => Codec::Gzip,
        6..=60 => Codec::Snappy,
        _ => Codec::Uncompressed,
    }
}

fn main() {
    let codec: Codec = std::env::args()
        .nth(1)
        .and_then(|arg| arg.parse().ok())
        .unwrap_or_else(|| choose(12, 400));
    println!("{codec} ({}) scratch={}", codec.id(), codec.needs_scratch());
}

==== follow links passed down the directory walk
kind: pass-parameter
--- src/walk.rs
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, Default, Clone)]
pub struct WalkOptions {
    pub max_depth: Option<usize>,
    pub follow_links: bool,
    pub hidden: bool,
}

pub struct Walker {
    options: WalkOptions,
    found: Vec<PathBuf>,
}

impl Walker {
    pub fn new(options: WalkOptions) -> Self {
        Walker { options, found: Vec::new() }
    }

    pub fn run(mut self, root: &Path) -> io::Result<Vec<PathBuf>> {
        let follow_links = self.options.follow_links;
        let hidden = self.options.hidden;
        if root.is_dir() {
            self.descend(root, 0, hidden‹→, follow_links›)?;
        } else {
            self.found.push(root.to_path_buf());
        }
        Ok(self.found)
    }

    fn descend(&mut self, dir: &Path, depth: usize, hidden: bool«→, follow_links: bool») -> io::Result<()> {
        if self.options.max_depth.map_or(false, |max| depth > max) {
            return Ok(());
        }
        for entry in fs::read_dir(dir)? {
            let entry = entry?;
            let path = entry.path();
            if !hidden && is_hidden(&path) {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                self.descend(&path, depth + 1, hidden‹→, follow_links›)?;
            } else {
                self.found.push(path);
            }
        }
        Ok(())
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .map_or(false, |name| name.starts_with('.'))
}
--- src/main.rs
mod walk;

use std::path::PathBuf;
use walk::{WalkOptions, Walker};

fn main() -> std::io::Result<()> {
    let mut options = WalkOptions::default();
    let mut root = PathBuf::from(".");
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "-L" | "--follow" => options.follow_links = true,
            "-H" | "--hidden" => options.hidden = true,
            other => root = PathBuf::from(other),
        }
    }
    for path in Walker::new(options).run(&root)? {
        println!("{}", path.display());
    }
    Ok(())
}

==== manifest loader returns a result
kind: return-type
--- src/manifest.rs
use std::collections::HashMap;
use std::fmt;

#[derive(Debug)]
pub enum ManifestError {
    MissingKey(&'static str),
    BadLine(usize),
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ManifestError::MissingKey(key) => write!(f, "key `{}` is missing", key),
            ManifestError::BadLine(line) => write!(f, "line {}: expected `key = value`", line),
        }
    }
}

impl std::error::Error for ManifestError {}

pub struct Manifest {
    pub name: String,
    pub entry: String,
    pub extra: HashMap<String, String>,
}

fn parse_lines(text: &str) -> «HashMap<String, String>→Result<HashMap<String, String>, ManifestError>» {
    let mut values = HashMap::new();
    for (_number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((key, value)) = line.split_once('=') {
            values.insert(key.trim().to_string(), value.trim().to_string());
        }
    }
    ‹values→Ok(values)›
}

fn take(values: &mut HashMap<String, String>, key: &'static str) -> Result<String, ManifestError> {
    values.remove(key).ok_or(ManifestError::MissingKey(key))
}

impl Manifest {
    pub fn parse(text: &str) -> Result<Manifest, ManifestError> {
        let mut values = parse_lines(text)‹→?›;
        Ok(Manifest {
            name: take(&mut values, "name")?,
            entry: take(&mut values, "entry")?,
            extra: values,
        })
    }
}

/// The keys of a manifest, in no particular order.
pub fn keys(text: &str) -> Result<Vec<String>, ManifestError> {
    let values = parse_lines(text)‹→?›;
    Ok(values.into_keys().collect())
}
--- src/main.rs
mod manifest;

use manifest::Manifest;

fn main() {
    let text = "name = demo\nentry = src/index\nlicense = MIT\n";
    match Manifest::parse(text) {
        Ok(m) => println!("{} starts at {} ({} more)", m.name, m.entry, m.extra.len()),
        Err(err) => eprintln!("error: {}", err),
    }
    println!("{:?}", manifest::keys(text));
}

==== span gets a column and its literals follow
kind: struct-field
--- src/span.rs
/// A position in the source, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
    pub line: u32,«→
    pub column: u32,»
}

impl Span {
    pub fn new(start: usize, end: usize, line: u32‹→, column: u32›) -> Span {
        Span { start, end, line‹→, column› }
    }

    /// The smallest span which covers both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
            line: self.line,‹→
            column: self.column,¦@›
        }
    }

    pub fn len(&self) -> usize {
        self.end - self.start
    }
}
--- src/lexer.rs
use crate::span::Span;

#[derive(Debug, PartialEq)]
pub enum Token {
    Number(i64),
    Plus,
    Minus,
    Unknown(char),
}

pub struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, pos: 0, line: 1, column: 1 }
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.text[self.pos..].chars().next()?;
        self.pos += c.len_utf8();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = (Token, Span);

    fn next(&mut self) -> Option<(Token, Span)> {
        let (start, line, column) = (self.pos, self.line, self.column);
        let token = match self.bump()? {
            c if c.is_whitespace() => return self.next(),
            '+' => Token::Plus,
            '-' => Token::Minus,
            c => c.to_digit(10).map_or(Token::Unknown(c), |d| Token::Number(d.into())),
        };
        Some((token, Span::new(start, self.pos, line‹→, column›)))
    }
}
--- src/main.rs
mod lexer;
mod span;

fn main() {
    for (token, span) in lexer::Lexer::new("1 + 2\n- 3") {
        println!("{}: {:?} ({} bytes)", span.line, token, span.to(span).len());
    }
}

==== storage trait learns to delete
kind: trait-method
--- src/storage.rs
use std::io;

/// Where uploaded attachments are kept.
pub trait Storage {
    fn put(&mut self, key: &str, data: &[u8]) -> io::Result<()>;
    fn get(&self, key: &str) -> io::Result<Vec<u8>>;«→
    fn delete(&mut self, key: &str) -> io::Result<()>;»
}

pub fn not_found(key: &str) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("no attachment {key}"))
}
--- src/memory.rs
use std::collections::HashMap;
use std::io;

use crate::storage::{not_found, Storage};

/// Keeps everything in memory, for tests.
#[derive(Default)]
pub struct MemoryStorage {
    objects: HashMap<String, Vec<u8>>,
}

impl MemoryStorage {
    pub fn len(&self) -> usize {
        self.objects.len()
    }
}

impl Storage for MemoryStorage {
    fn put(&mut self, key: &str, data: &[u8]) -> io::Result<()> {
        self.objects.insert(key.to_string(), data.to_vec());
        Ok(())
    }

    fn get(&self, key: &str) -> io::Result<Vec<u8>> {
        self.objects.get(key).cloned().ok_or_else(|| not_found(key))
    }‹→

    fn delete(&mut self, key: &str) -> io::Result<()> {
        self.objects.remove(key).map(|_| ()).ok_or_else(|| not_found(key))
    }¦re:\s*fn delete\(&mut self, key: &str\) -> io::Result<\(\)> \{[\s\S]*\}\s*¦@›
}
--- src/disk.rs
use std::fs;
use std::io;
use std::path::PathBuf;

use crate::storage::Storage;

pub struct DiskStorage {
    root: PathBuf,
}

impl DiskStorage {
    pub fn new(root: impl Into<PathBuf>) -> Self {
        DiskStorage { root: root.into() }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.root.join(key)
    }
}

impl Storage for DiskStorage {
    fn put(&mut self, key: &str, data: &[u8]) -> io::Result<()> {
        fs::write(self.path(key), data)
    }

    fn get(&self, key: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path(key))
    }‹→

    fn delete(&mut self, key: &str) -> io::Result<()> {
        fs::remove_file(self.path(key))
    }¦re:\s*fn delete\(&mut self, key: &str\) -> io::Result<\(\)> \{[\s\S]*\}\s*¦@›
}
--- src/main.rs
mod disk;
mod memory;
mod storage;

use storage::Storage;

fn open(url: &str) -> Box<dyn Storage> {
    match url.strip_prefix("file:") {
        Some(path) => Box::new(disk::DiskStorage::new(path)),
        None => Box::<memory::MemoryStorage>::default(),
    }
}

fn main() -> std::io::Result<()> {
    let mut storage = open("memory:");
    storage.put("a.txt", b"hello")?;
    println!("{} bytes", storage.get("a.txt")?.len());
    Ok(())
}

==== trim_left_matches is deprecated
kind: deprecated-call
--- src/gitignore.rs
//! Parsing of ignore files.

#[derive(Debug, PartialEq)]
pub struct Pattern {
    pub glob: String,
    pub negated: bool,
    pub dir_only: bool,
    pub anchored: bool,
}

fn clean(line: &str) -> &str {
    let line = line.«trim_left_matches→trim_start_matches»('\u{feff}');
    line.‹trim_right_matches→trim_end_matches¦?›(|c| c == ' ' || c == '\r')
}

impl Pattern {
    pub fn parse(line: &str) -> Option<Pattern> {
        let line = clean(line);
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let negated = line.starts_with('!');
        let glob = line.‹trim_left_matches→trim_start_matches›('!');
        let dir_only = glob.ends_with('/');
        let glob = glob.‹trim_right_matches→trim_end_matches¦?›('/');
        let anchored = glob.contains('/');
        Some(Pattern {
            glob: glob.‹trim_left_matches→trim_start_matches›('/').to_string(),
            negated,
            dir_only,
            anchored,
        })
    }
}

pub fn parse_all(text: &str) -> Vec<Pattern> {
    text.lines().filter_map(Pattern::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_comments() {
        assert!(parse_all("# comment\n\n").is_empty());
    }

    #[test]
    fn negated_directory() {
        let pattern = Pattern::parse("!/build/").unwrap();
        assert_eq!(pattern.glob, "build");
        assert!(pattern.negated && pattern.dir_only && pattern.anchored);
    }

    #[test]
    fn trailing_space_is_trimmed() {
        assert_eq!(Pattern::parse("*.o  ").unwrap().glob, "*.o");
    }
}

==== received is misspelled in messages and a counter
kind: fix-typo
--- src/link.rs
use std::fmt;

/// Counters of one link. They wrap around.
#[derive(Debug, Default, Clone)]
pub struct LinkStats {
    pub sent: u64,
    pub «recieved→received»: u64,
    pub dropped: u64,
}

impl LinkStats {
    /// Share of frames that were lost after they had been ‹recieved→received›.
    pub fn loss(&self) -> f64 {
        if self.‹recieved→received› == 0 {
            return 0.0;
        }
        self.dropped as f64 / self.‹recieved→received› as f64
    }

    pub fn merge(&mut self, other: &LinkStats) {
        self.sent = self.sent.wrapping_add(other.sent);
        self.‹recieved→received› = self.‹recieved→received›.wrapping_add(other.‹recieved→received›);
        self.dropped = self.dropped.wrapping_add(other.dropped);
    }
}

impl fmt::Display for LinkStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} sent, {} ‹recieved→received›, {} dropped",
            self.sent, self.‹recieved→received›, self.dropped
        )
    }
}

pub struct Link {
    pub name: String,
    stats: LinkStats,
    mtu: usize,
}

impl Link {
    pub fn new(name: &str, mtu: usize) -> Link {
        Link { name: name.to_owned(), stats: LinkStats::default(), mtu }
    }

    pub fn on_frame(&mut self, frame: &[u8]) -> bool {
        self.stats.‹recieved→received› += 1;
        if frame.len() > self.mtu {
            self.stats.dropped += 1;
            return false;
        }
        true
    }

    pub fn stats(&self) -> &LinkStats {
        &self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_frames_are_dropped() {
        let mut link = Link::new("eth0", 4);
        assert!(link.on_frame(b"abc"));
        assert!(!link.on_frame(b"abcdef"));
        assert_eq!(link.stats().to_string(), "0 sent, 2 ‹recieved→received›, 1 dropped");
    }
}

==== wording of one log line in the scheduler
kind: silence-wording
expect: silence
--- src/scheduler.rs
use std::collections::BinaryHeap;
use std::cmp::Reverse;

pub type JobId = u32;

/// Runs jobs in the order of their deadlines.
#[derive(Default)]
pub struct Scheduler {
    queue: BinaryHeap<Reverse<(u64, JobId)>>,
    running: Option<JobId>,
    verbose: bool,
}

impl Scheduler {
    pub fn new(verbose: bool) -> Self {
        Scheduler { verbose, ..Scheduler::default() }
    }

    fn log(&self, message: String) {
        if self.verbose {
            eprintln!("[scheduler] {message}");
        }
    }

    pub fn submit(&mut self, job: JobId, deadline: u64) {
        self.log(format!("job {job} «submitted→queued until {deadline}»"));
        self.queue.push(Reverse((deadline, job)));
    }

    pub fn start_next(&mut self, now: u64) -> Option<JobId> {
        while let Some(Reverse((deadline, job))) = self.queue.pop() {
            if deadline < now {
                self.log(format!("job {job} missed its deadline"));
                continue;
            }
            self.log(format!("job {job} started"));
            self.running = Some(job);
            return Some(job);
        }
        None
    }

    pub fn finish(&mut self) {
        if let Some(job) = self.running.take() {
            self.log(format!("job {job} finished"));
        }
    }

    pub fn cancel(&mut self, job: JobId) {
        self.queue.retain(|Reverse((_, id))| *id != job);
        self.log(format!("job {job} cancelled"));
    }

    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.queue.is_empty()
    }
}
--- src/main.rs
mod scheduler;

use scheduler::Scheduler;

fn main() {
    let mut scheduler = Scheduler::new(true);
    scheduler.submit(7, 100);
    scheduler.submit(8, 50);
    scheduler.cancel(7);
    while let Some(job) = scheduler.start_next(10) {
        println!("running {job}");
        scheduler.finish();
    }
    assert!(scheduler.is_idle());
}

==== hash map used before it is imported
kind: import
--- src/symbols.rs
//! Symbol table of the assembler.

‹→use std::collections::HashMap;
¦@¦#1›use std::fmt;‹→
use std::collections::HashMap;¦@¦#1›

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Text,
    Data,
    Bss,
}

#[derive(Debug, Clone)]
pub struct Symbol {
    pub name: String,
    pub section: Section,
    pub offset: u32,
    pub global: bool,
}

/// All the symbols of one object file.
#[derive(Default)]
pub struct SymbolTable {
    symbols: Vec<Symbol>,
    by_name: «Vec<(String, usize)>→HashMap<String, usize>»,
}

impl SymbolTable {
    pub fn add(&mut self, symbol: Symbol) {
        self.by_name.extend([(symbol.name.clone(), self.symbols.len())]);
        self.symbols.push(symbol);
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.symbols.iter().map(|symbol| symbol.name.as_str())
    }

    pub fn len(&self) -> usize {
        self.by_name.len()
    }

    pub fn in_section(&self, section: Section) -> Vec<&Symbol> {
        self.symbols.iter().filter(|symbol| symbol.section == section).collect()
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flag = if self.global { 'g' } else { 'l' };
        write!(f, "{:08x} {} {:?} {}", self.offset, flag, self.section, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_symbols() {
        let mut table = SymbolTable::default();
        table.add(Symbol { name: "main".into(), section: Section::Text, offset: 0, global: true });
        assert_eq!(table.len(), 1);
        assert_eq!(table.in_section(Section::Bss).len(), 0);
        assert_eq!(table.names().next(), Some("main"));
    }
}

==== quorum argument renamed in its signature
kind: rename-parameter
--- src/election.rs
use std::collections::HashMap;

pub type NodeId = u64;

/// The outcome of one round of voting.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Elected(NodeId),
    Undecided { missing: usize },
}

/// Counts `ballots` and decides whether a node has won.
///
/// `votes` is the list of ballots of this term, one for each node that
/// answered. `needed` is the number of votes which a winner must have.
pub fn tally(votes: &[NodeId], needed: usize) -> Outcome {
    let mut counts: HashMap<NodeId, usize> = HashMap::new();
    for vote in votes {
        *counts.entry(*vote).or_default() += 1;
    }
    match counts.into_iter().max_by_key(|(_, n)| *n) {
        Some((node, n)) if n >= needed => Outcome::Elected(node),
        Some((_, n)) => Outcome::Undecided { missing: needed - n },
        None => Outcome::Undecided { missing: needed },
    }
}

/// Whether an entry counts as committed.
///
/// `acks` are the indices which the followers confirmed, and `‹needed→quorum›`
/// is how many of them must have reached `index`.
pub fn is_committed(acks: &[u64], index: u64, «needed→quorum»: usize) -> bool {
    if ‹needed→quorum› == 0 {
        return true;
    }
    let reached = acks.iter().filter(|ack| **ack >= index).count();
    reached >= ‹needed→quorum›
}

/// A majority of `cluster_size` nodes.
pub fn majority(cluster_size: usize) -> usize {
    cluster_size / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn majority_wins() {
        let needed = majority(5);
        assert_eq!(tally(&[1, 1, 2, 1], needed), Outcome::Elected(1));
        assert_eq!(tally(&[1, 2], needed), Outcome::Undecided { missing: 2 });
    }

    #[test]
    fn commits_when_enough_followers_confirm() {
        let needed = majority(3);
        assert!(is_committed(&[4, 5, 9], 5, needed));
        assert!(!is_committed(&[4, 5, 9], 6, needed));
    }
}

==== one test uses another frame size
kind: silence-literal
expect: silence
--- src/ring.rs
/// A ring buffer of samples between the decoder and the sound card.
pub struct Ring {
    samples: Vec<i16>,
    head: usize,
    filled: usize,
}

impl Ring {
    pub fn with_capacity(capacity: usize) -> Ring {
        Ring { samples: vec![0; capacity], head: 0, filled: 0 }
    }

    pub fn capacity(&self) -> usize {
        self.samples.len()
    }

    pub fn available(&self) -> usize {
        self.filled
    }

    /// Writes as many samples as fit, and returns their number.
    pub fn write(&mut self, input: &[i16]) -> usize {
        let n = input.len().min(self.capacity() - self.filled);
        for sample in &input[..n] {
            let at = (self.head + self.filled) % self.capacity();
            self.samples[at] = *sample;
            self.filled += 1;
        }
        n
    }

    pub fn read(&mut self, output: &mut [i16]) -> usize {
        let n = output.len().min(self.filled);
        for slot in &mut output[..n] {
            *slot = self.samples[self.head];
            self.head = (self.head + 1) % self.capacity();
        }
        self.filled -= n;
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_until_full() {
        let mut ring = Ring::with_capacity(64);
        assert_eq!(ring.write(&[1; 48]), 48);
        assert_eq!(ring.write(&[2; 48]), 16);
        assert_eq!(ring.available(), 64);
    }

    #[test]
    fn reads_what_was_written() {
        let mut ring = Ring::with_capacity(«64→128»);
        ring.write(&[7; 10]);
        let mut out = [0; 4];
        assert_eq!(ring.read(&mut out), 4);
        assert_eq!(out, [7; 4]);
        assert_eq!(ring.available(), 6);
    }

    #[test]
    fn wraps_around() {
        let mut ring = Ring::with_capacity(64);
        let mut out = [0; 48];
        ring.write(&[1; 48]);
        ring.read(&mut out);
        assert_eq!(ring.write(&[2; 48]), 48);
        assert_eq!(ring.read(&mut out), 48);
        assert_eq!(out, [2; 48]);
    }
}

==== java session field renamed in its class
kind: rename-field
--- src/main/java/org/relay/session/Session.java
package org.relay.session;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * One connection of a client to the relay.
 */
public class Session {

    private final String id;
    private final String remoteAddress;
    private Instant «lastSeen→lastActivity»;
    private boolean closed;

    public Session(String id, String remoteAddress, Instant now) {
        this.id = Objects.requireNonNull(id, "id");
        this.remoteAddress = remoteAddress;
        this.‹lastSeen→lastActivity› = now;
    }

    public String getId() {
        return id;
    }

    public String getRemoteAddress() {
        return remoteAddress;
    }

    /** Called for each frame of the client, also for pings. */
    public void touch(Instant now) {
        if (now.isAfter(‹lastSeen→lastActivity›)) {
            ‹lastSeen→lastActivity› = now;
        }
    }

    public Duration idleFor(Instant now) {
        return Duration.between(‹lastSeen→lastActivity›, now);
    }

    public boolean isClosed() {
        return closed;
    }

    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return "Session[" + id + " from " + remoteAddress + ", ‹lastSeen→lastActivity¦?›=" + ‹lastSeen→lastActivity› + "]";
    }
}
--- src/main/java/org/relay/session/Presence.java
package org.relay.session;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When a user was seen for the last time, over all sessions. */
public final class Presence {

    private final Map<String, Instant> lastSeen = new ConcurrentHashMap<>();

    public void update(String user, Instant when) {
        lastSeen.merge(user, when, (a, b) -> a.isAfter(b) ? a : b);
    }

    public Instant get(String user) {
        return lastSeen.getOrDefault(user, Instant.EPOCH);
    }
}

==== java priority constant is missing in two switches
kind: enum-member
--- src/main/java/dev/triage/Severity.java
package dev.triage;

/** How urgent an alert is, from the least to the most. */
public enum Severity {
    INFO,
    WARNING,
    «→ERROR,
    »CRITICAL;

    public boolean atLeast(Severity other) {
        return compareTo(other) >= 0;
    }
}
--- src/main/java/dev/triage/SlackFormatter.java
package dev.triage;

import java.util.ArrayList;
import java.util.List;

/** Renders alerts as messages for a chat channel. */
public class SlackFormatter {

    private final boolean mentionOnCall;

    public SlackFormatter(boolean mentionOnCall) {
        this.mentionOnCall = mentionOnCall;
    }

    public String format(String title, Severity severity) {
        StringBuilder text = new StringBuilder();
        text.append(emoji(severity)).append(" *").append(title).append("*");
        if (mentionOnCall && severity.atLeast(Severity.CRITICAL)) {
            text.append(" <!here>");
        }
        return text.toString();
    }

    static String emoji(Severity severity) {
        return switch (severity) {
            case INFO -> ":information_source:";
            case WARNING -> ":warning:";
            ‹→case ERROR -> ":x:";
            ¦re:case ERROR -> ":\w+:";\n            ¦@›case CRITICAL -> ":rotating_light:";
        };
    }

    static String color(Severity severity) {
        return switch (severity) {
            case INFO -> "#3b82f6";
            case WARNING -> "#f59e0b";
            ‹→case ERROR -> "#ef4444";
            ¦re:case ERROR -> "#[0-9a-f]{6}";\n            ¦@›case CRITICAL -> "#b91c1c";
        };
    }

    public List<String> formatAll(List<String> titles, Severity severity) {
        List<String> lines = new ArrayList<>();
        for (String title : titles) {
            lines.add(format(title, severity));
        }
        return lines;
    }
}

==== java renderer interface takes a locale
kind: interface-method
--- src/main/java/com/ledgerly/report/Renderer.java
package com.ledgerly.report;

import java.util.Locale;

/** Turns a report into text. */
public interface Renderer {

    String render(Report report«→, Locale locale»);

    String contentType();
}
--- src/main/java/com/ledgerly/report/Report.java
package com.ledgerly.report;

import java.util.List;

public record Report(String title, List<String> accounts, List<Long> cents) {

    public long total() {
        return cents.stream().mapToLong(Long::longValue).sum();
    }
}
--- src/main/java/com/ledgerly/report/CsvRenderer.java
package com.ledgerly.report;

import java.util.Locale;

public class CsvRenderer implements Renderer {

    private static final char SEPARATOR = ';';

    @Override
    public String render(Report report‹→, Locale locale›) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < report.accounts().size(); i++) {
            out.append(report.accounts().get(i))
               .append(SEPARATOR)
               .append(report.cents().get(i) / 100.0)
               .append('\n');
        }
        return out.toString();
    }

    @Override
    public String contentType() {
        return "text/csv";
    }
}
--- src/main/java/com/ledgerly/report/TextRenderer.java
package com.ledgerly.report;

import java.util.Locale;

public class TextRenderer implements Renderer {

    @Override
    public String render(Report report‹→, Locale locale›) {
        String heading = report.title().toUpperCase(Locale.ROOT);
        return heading + "\n\n" + String.format(Locale.ROOT, "Total: %,.2f", report.total() / 100.0);
    }

    @Override
    public String contentType() {
        return "text/plain";
    }
}
--- src/main/java/com/ledgerly/report/ReportService.java
package com.ledgerly.report;

import java.util.Locale;
import java.util.Map;

public class ReportService {

    private final Map<String, Renderer> renderers;

    public ReportService(Map<String, Renderer> renderers) {
        this.renderers = renderers;
    }

    public String export(Report report, String format, Locale locale) {
        Renderer renderer = renderers.get(format);
        if (renderer == null) {
            throw new IllegalArgumentException("unknown format: " + format);
        }
        return renderer.render(report‹→, locale›);
    }
}

==== java rate limiter gets a clock
kind: constructor-field
--- src/main/java/io/gatekeep/RateLimiter.java
package io.gatekeep;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Sliding window limiter, one window per key.
 */
public class RateLimiter {

    private final int permits;
    private final Duration window;«→
    private final Clock clock;»
    private final Map<String, Deque<Long>> hits = new HashMap<>();

    public RateLimiter(int permits, Duration window‹→, Clock clock›) {
        if (permits <= 0) {
            throw new IllegalArgumentException("permits must be positive");
        }
        this.permits = permits;
        this.window = window;‹→
        this.clock = clock;›
    }

    public synchronized boolean tryAcquire(String key) {
        long now = ‹System.currentTimeMillis()→clock.millis()¦?›;
        Deque<Long> recent = hits.computeIfAbsent(key, k -> new ArrayDeque<>());
        while (!recent.isEmpty() && recent.peekFirst() <= now - window.toMillis()) {
            recent.pollFirst();
        }
        if (recent.size() >= permits) {
            return false;
        }
        recent.addLast(now);
        return true;
    }

    public synchronized int remaining(String key) {
        Deque<Long> recent = hits.get(key);
        return recent == null ? permits : Math.max(0, permits - recent.size());
    }

    public synchronized void reset(String key) {
        hits.remove(key);
    }
}
--- src/main/java/io/gatekeep/Gate.java
package io.gatekeep;

import java.util.function.Supplier;

/** Runs an action only when the limiter lets it pass. */
public class Gate {

    private final RateLimiter limiter;
    private final String key;

    public Gate(RateLimiter limiter, String key) {
        this.limiter = limiter;
        this.key = key;
    }

    public <T> T run(Supplier<T> action, Supplier<T> rejected) {
        return limiter.tryAcquire(key) ? action.get() : rejected.get();
    }
}

==== java tile loader method renamed with its callers
kind: rename-method
--- src/main/java/net/carto/tiles/TileCache.java
package net.carto.tiles;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the tiles which were used last. */
public class TileCache {

    private final int capacity;
    private final Map<String, byte[]> tiles;

    public TileCache(int capacity) {
        this.capacity = capacity;
        this.tiles = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
                return size() > TileCache.this.capacity;
            }
        };
    }

    /** Returns the tile, or null. */
    public byte[] «getTile→findTile»(int zoom, int x, int y) {
        return tiles.get(key(zoom, x, y));
    }

    public void putTile(int zoom, int x, int y, byte[] data) {
        tiles.put(key(zoom, x, y), data);
    }

    public boolean contains(int zoom, int x, int y) {
        return ‹getTile→findTile›(zoom, x, y) != null;
    }

    private static String key(int zoom, int x, int y) {
        return zoom + "/" + x + "/" + y;
    }
}
--- src/main/java/net/carto/tiles/TileSource.java
package net.carto.tiles;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;

public class TileSource {

    private final String template;
    private final TileCache cache;

    public TileSource(String template, TileCache cache) {
        this.template = template;
        this.cache = cache;
    }

    /** Loads a tile, from the cache if it is there. */
    public byte[] getTile(int zoom, int x, int y) throws IOException {
        byte[] cached = cache.‹getTile→findTile›(zoom, x, y);
        if (cached != null) {
            return cached;
        }
        byte[] data = download(String.format(template, zoom, x, y));
        cache.putTile(zoom, x, y, data);
        return data;
    }

    private byte[] download(String url) throws IOException {
        try (InputStream in = new URL(url).openStream()) {
            return in.readAllBytes();
        }
    }
}
--- src/main/java/net/carto/tiles/Prefetcher.java
package net.carto.tiles;

import java.io.IOException;

class Prefetcher {

    private final TileSource source;
    private final TileCache cache;

    Prefetcher(TileSource source, TileCache cache) {
        this.source = source;
        this.cache = cache;
    }

    int prefetch(int zoom, int x, int y, int radius) throws IOException {
        int loaded = 0;
        for (int dx = -radius; dx <= radius; dx++) {
            for (int dy = -radius; dy <= radius; dy++) {
                if (cache.‹getTile→findTile›(zoom, x + dx, y + dy) == null) {
                    source.getTile(zoom, x + dx, y + dy);
                    loaded++;
                }
            }
        }
        return loaded;
    }
}

==== java boxed constructors replaced by valueOf
kind: deprecated-call
--- src/org/bibtool/StyleOptions.java
package org.bibtool;

import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;

/**
 * Options of a citation style. Dates from Java 1.4 days.
 */
public class StyleOptions
{
    private final Map options = new HashMap();
    private final String styleName;

    public StyleOptions(String styleName)
    {
        this.styleName = styleName;
        setDefaults();
    }

    private void setDefaults()
    {
        options.put("maxAuthors", «new Integer(3)→Integer.valueOf(3)»);
        options.put("indent", ‹new Integer(4)→Integer.valueOf(4)›);
        options.put("lineWidth", ‹new Integer(79)→Integer.valueOf(79)›);
        options.put("useIbid", Boolean.FALSE);
        options.put("separator", ", ");
    }

    public int getInt(String key)
    {
        Object value = options.get(key);
        if (value instanceof Integer)
        {
            return ((Integer) value).intValue();
        }
        throw new IllegalStateException("not a number: " + styleName + "." + key);
    }

    public void setInt(String key, int value)
    {
        options.put(key, ‹new Integer(value)→Integer.valueOf(value)›);
    }

    public String getString(String key)
    {
        Object value = options.get(key);
        return value == null ? "" : value.toString();
    }

    /** For the old dialogs, which want a Hashtable. */
    public Hashtable toHashtable()
    {
        return new Hashtable(options);
    }
}

==== java lookup returns an optional
kind: return-type
--- src/main/java/org/herbarium/catalog/SpecimenCatalog.java
package org.herbarium.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** All specimens of the collection, in the order of their numbers. */
public class SpecimenCatalog {

    private final List<Specimen> specimens = new ArrayList<>();

    public void add(Specimen specimen) {
        specimens.add(specimen);
        Collections.sort(specimens);
    }

    public «Specimen→Optional<Specimen>» findByBarcode(String barcode) {
        if (barcode == null || barcode.isBlank()) {
            return ‹null→Optional.empty()›;
        }
        for (Specimen specimen : specimens) {
            if (specimen.barcode().equals(barcode)) {
                return ‹specimen→Optional.of(specimen)›;
            }
        }
        return ‹null→Optional.empty()›;
    }

    /** The taxon of a sheet, or null if it is not determined. */
    public String taxonAt(int index) {
        if (index < 0 || index >= specimens.size()) {
            return null;
        }
        return specimens.get(index).taxon();
    }

    public List<Specimen> ofTaxon(String taxon) {
        List<Specimen> found = new ArrayList<>();
        for (Specimen specimen : specimens) {
            if (taxon.equals(specimen.taxon())) {
                found.add(specimen);
            }
        }
        return found;
    }
}
--- src/main/java/org/herbarium/catalog/Specimen.java
package org.herbarium.catalog;

public record Specimen(String barcode, String taxon, int year) implements Comparable<Specimen> {

    @Override
    public int compareTo(Specimen other) {
        return barcode.compareTo(other.barcode);
    }
}

==== java helper becomes package private
kind: silence-visibility
expect: silence
--- src/main/java/org/kiln/build/TaskGraph.java
package org.kiln.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Orders the tasks of a build by what they depend on. */
public class TaskGraph {

    private final Map<String, List<String>> edges = new HashMap<>();

    public void addTask(String name, String... dependsOn) {
        edges.computeIfAbsent(name, n -> new ArrayList<>()).addAll(List.of(dependsOn));
    }

    public List<String> order(String target) {
        List<String> ordered = new ArrayList<>();
        visit(target, new HashSet<>(), new HashSet<>(), ordered);
        return ordered;
    }

    private void visit(String name, Set<String> active, Set<String> done, List<String> ordered) {
        if (done.contains(name)) {
            return;
        }
        if (!active.add(name)) {
            throw new IllegalStateException("cycle through " + name);
        }
        for (String dependency : dependenciesOf(name)) {
            visit(dependency, active, done, ordered);
        }
        active.remove(name);
        done.add(name);
        ordered.add(name);
    }

    «private List→List»<String> dependenciesOf(String name) {
        return edges.getOrDefault(name, List.of());
    }

    private boolean isLeaf(String name) {
        return dependenciesOf(name).isEmpty();
    }

    private int countLeaves() {
        int leaves = 0;
        for (String name : edges.keySet()) {
            if (isLeaf(name)) {
                leaves++;
            }
        }
        return leaves;
    }

    @Override
    public String toString() {
        return edges.size() + " tasks, " + countLeaves() + " leaves";
    }
}

==== java measurement field joins equals and hash code
kind: add-field
--- src/main/java/eu/hydro/gauge/Measurement.java
package eu.hydro.gauge;

import java.time.Instant;
import java.util.Objects;

/** One reading of a river gauge. */
public final class Measurement {

    private final String station;
    private final Instant takenAt;
    private final double level;«→
    private final Quality quality;»

    public Measurement(String station, Instant takenAt, double level‹→, Quality quality›) {
        this.station = station;
        this.takenAt = takenAt;
        this.level = level;‹→
        this.quality = quality;›
    }

    public String getStation() {
        return station;
    }

    public Instant getTakenAt() {
        return takenAt;
    }

    public double getLevel() {
        return level;
    }‹→

    public Quality getQuality() {
        return quality;
    }¦@›

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (!(o instanceof Measurement)) {
            return false;
        }
        Measurement that = (Measurement) o;
        return station.equals(that.station)
            && takenAt.equals(that.takenAt)
            && level == that.level‹→
            && quality == that.quality¦
            && quality.equals(that.quality)¦@›;
    }

    @Override
    public int hashCode() {
        return Objects.hash(station, takenAt, level‹→, quality›);
    }

    @Override
    public String toString() {
        return station + "@" + takenAt + ": " + level + " m"‹→ + " (" + quality + ")"¦re: \+ .*quality.*¦?›;
    }
}
--- src/main/java/eu/hydro/gauge/Quality.java
package eu.hydro.gauge;

/** How far a reading can be trusted. */
public enum Quality {
    RAW,
    CHECKED,
    ESTIMATED,
    REJECTED
}

==== c arena allocator gains an alignment argument
kind: pass-parameter
--- src/arena.h
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

typedef struct arena {
	unsigned char *base;
	size_t used;
	size_t size;
} arena;

void arena_init(arena *a, void *memory, size_t size);

/* Returns zeroed memory, or NULL when the arena is full. */
void *arena_alloc(arena *a, size_t size‹→, size_t align›);

void arena_reset(arena *a);

#endif
--- src/arena.c
#include "arena.h"

#include <string.h>

static size_t align_up(size_t n, size_t align)
{
	return (n + align - 1) & ~(align - 1);
}

void arena_init(arena *a, void *memory, size_t size)
{
	a->base = memory;
	a->used = 0;
	a->size = size;
}

void *arena_alloc(arena *a, size_t size«→, size_t align»)
{
	size_t start = align_up(a->used, ‹sizeof(void *)→align¦@›);
	void *p;

	if (start > a->size || size > a->size - start)
		return NULL;
	p = a->base + start;
	a->used = start + size;
	memset(p, 0, size);
	return p;
}

void arena_reset(arena *a)
{
	a->used = 0;
}
--- src/node.c
#include "arena.h"

#include <string.h>

struct node {
	int kind;
	struct node *left, *right;
	char *text;
};

struct node *node_new(arena *a, int kind)
{
	struct node *n = arena_alloc(a, sizeof(*n)‹→, _Alignof(struct node)¦re:, (_Alignof|alignof|sizeof)\s*\(.*\)¦@›);

	if (n)
		n->kind = kind;
	return n;
}

struct node *node_pair(arena *a, int kind, struct node *left, struct node *right)
{
	struct node *n = node_new(a, kind);

	if (n) {
		n->left = left;
		n->right = right;
	}
	return n;
}

int node_set_text(arena *a, struct node *n, const char *text)
{
	size_t len = strlen(text) + 1;

	n->text = arena_alloc(a, len‹→, 1¦re:, \S+.*¦@›);
	if (!n->text)
		return -1;
	memcpy(n->text, text, len);
	return 0;
}

==== c error code is added to the message table
kind: enum-member
--- include/mqlite/error.h
#ifndef MQLITE_ERROR_H
#define MQLITE_ERROR_H

/* Every function of the client returns one of these. */
enum mq_error {
    MQ_OK = 0,
    MQ_ERR_NOMEM,
    MQ_ERR_CLOSED,
    MQ_ERR_PROTOCOL,«→
    MQ_ERR_TIMEOUT,»
};

const char *mq_strerror(enum mq_error err);
const char *mq_errname(enum mq_error err);
int mq_is_fatal(enum mq_error err);

#endif
--- src/error.c
#include "mqlite/error.h"

const char *
mq_strerror(enum mq_error err)
{
    switch (err) {
    case MQ_OK:
        return "no error";
    case MQ_ERR_NOMEM:
        return "out of memory";
    case MQ_ERR_CLOSED:
        return "connection closed by broker";
    case MQ_ERR_PROTOCOL:
        return "malformed packet";‹→
    case MQ_ERR_TIMEOUT:
        return "operation timed out";¦re:\n    case MQ_ERR_TIMEOUT:\n        return ".*";¦@›
    }
    return "unknown error";
}

/* For log files, which are searched by name. */
const char *
mq_errname(enum mq_error err)
{
    switch (err) {
    case MQ_OK:
        return "MQ_OK";
    case MQ_ERR_NOMEM:
        return "MQ_ERR_NOMEM";
    case MQ_ERR_CLOSED:
        return "MQ_ERR_CLOSED";
    case MQ_ERR_PROTOCOL:
        return "MQ_ERR_PROTOCOL";‹→
    case MQ_ERR_TIMEOUT:
        return "MQ_ERR_TIMEOUT";¦@›
    }
    return "?";
}

/* After a fatal error the connection must be opened again. */
int
mq_is_fatal(enum mq_error err)
{
    return err == MQ_ERR_CLOSED || err == MQ_ERR_PROTOCOL;
}
--- src/ping.c
#include "mqlite/error.h"

#include <stdio.h>

enum mq_error
mq_ping(int fd, int retries)
{
    enum mq_error err = MQ_ERR_CLOSED;

    while (fd >= 0 && retries-- > 0) {
        err = MQ_OK;
        if (!mq_is_fatal(err))
            break;
        fprintf(stderr, "ping: %s (%s)\n", mq_strerror(err), mq_errname(err));
    }
    return err;
}

==== c buffer size macro renamed
kind: rename-constant
--- src/conn.h
#ifndef CONN_H
#define CONN_H

#include <stddef.h>

/* Longest request line which is accepted, with the line break. */
#define «MAX_LINE→MAX_REQUEST_LINE» 4096
#define MAX_HEADERS 64
#define MAX_LINES_PER_HEADER 8

struct conn {
	int fd;
	char line[‹MAX_LINE→MAX_REQUEST_LINE› + 1];
	size_t fill;
	int nheaders;
	char method[16];
};

int conn_feed(struct conn *c, const char *data, size_t n);
int conn_parse_method(struct conn *c);

#endif
--- src/conn.c
#include "conn.h"

#include <ctype.h>
#include <string.h>

/*
 * Collects bytes until the end of the line. Returns 1 when the line is
 * complete, 0 when more is needed, and -1 when it has more than
 * ‹MAX_LINE→MAX_REQUEST_LINE› bytes.
 */
int conn_feed(struct conn *c, const char *data, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (c->fill >= ‹MAX_LINE→MAX_REQUEST_LINE›)
			return -1;
		c->line[c->fill++] = data[i];
		if (data[i] == '\n') {
			c->line[c->fill] = '\0';
			return 1;
		}
	}
	return 0;
}

int conn_parse_method(struct conn *c)
{
	size_t i;

	for (i = 0; i < sizeof(c->method) - 1; i++) {
		if (!isupper((unsigned char)c->line[i]))
			break;
		c->method[i] = c->line[i];
	}
	c->method[i] = '\0';
	return i > 0 && c->line[i] == ' ' ? 0 : -1;
}

int conn_count_header(struct conn *c, int lines)
{
	if (lines > MAX_LINES_PER_HEADER || c->nheaders >= MAX_HEADERS)
		return -1;
	return ++c->nheaders;
}

==== c loop starts at the second sample
kind: silence-bound
expect: silence
--- src/filter.c
#include <math.h>
#include <stddef.h>

/* Simple filters on buffers of samples, in place. */

struct stats {
	double mean;
	double variance;
	double peak;
};

void filter_gain(float *buf, size_t n, float gain)
{
	size_t i;

	for (i = 0; i < n; i++)
		buf[i] *= gain;
}

/* y[i] = x[i] - x[i-1] + r * y[i-1] */
void filter_dc_block(float *buf, size_t n, float r)
{
	float x1 = buf[0], y1 = 0.0f;
	size_t i;

	for (i = «0→1»; i < n; i++) {
		float x = buf[i];

		buf[i] = x - x1 + r * y1;
		x1 = x;
		y1 = buf[i];
	}
}

void filter_clip(float *buf, size_t n, float limit)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (buf[i] > limit)
			buf[i] = limit;
		else if (buf[i] < -limit)
			buf[i] = -limit;
	}
}

void filter_stats(const float *buf, size_t n, struct stats *out)
{
	double sum = 0.0, square = 0.0;
	size_t i;

	out->peak = 0.0;
	for (i = 0; i < n; i++) {
		sum += buf[i];
		square += (double)buf[i] * buf[i];
		if (fabs(buf[i]) > out->peak)
			out->peak = fabs(buf[i]);
	}
	out->mean = n ? sum / n : 0.0;
	out->variance = n ? square / n - out->mean * out->mean : 0.0;
}

==== c string slice member renamed but not the buffer's
kind: rename-field
--- src/slice.h
#ifndef SLICE_H
#define SLICE_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of memory which belongs to somebody else. */
struct slice {
	const char *ptr;
	size_t «len→length»;
};

/* Memory of our own, which grows. */
struct buffer {
	char *ptr;
	size_t len;
	size_t cap;
};

bool slice_equal(struct slice a, struct slice b);
struct slice slice_trim(struct slice s);
struct slice buffer_view(const struct buffer *buf);
bool buffer_push(struct buffer *buf, struct slice piece);

#endif
--- src/slice.c
#include "slice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool slice_equal(struct slice a, struct slice b)
{
	return a.‹len→length› == b.‹len→length› && memcmp(a.ptr, b.ptr, a.‹len→length›) == 0;
}

struct slice slice_trim(struct slice s)
{
	while (s.‹len→length› > 0 && isspace((unsigned char)*s.ptr)) {
		s.ptr++;
		s.‹len→length›--;
	}
	return s;
}

struct slice buffer_view(const struct buffer *buf)
{
	struct slice view;

	view.ptr = buf->ptr;
	view.‹len→length› = buf->len;
	return view;
}

bool buffer_push(struct buffer *buf, struct slice piece)
{
	if (buf->len + piece.‹len→length› > buf->cap) {
		size_t cap = (buf->len + piece.‹len→length›) * 2;
		char *ptr = realloc(buf->ptr, cap);

		if (!ptr)
			return false;
		buf->ptr = ptr;
		buf->cap = cap;
	}
	memcpy(buf->ptr + buf->len, piece.ptr, piece.‹len→length›);
	buf->len += piece.‹len→length›;
	return true;
}

==== cpp mesh method renamed in the header
kind: rename-method
--- src/mesh.h
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace geo {

using Vec3 = std::array<float, 3>;

/// An indexed triangle mesh.
class Mesh {
public:
    void addVertex(const Vec3& position);
    void addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);

    /// Recomputes one normal per vertex, weighted by area.
    void «updateNormals→recomputeNormals»();

    std::size_t vertexCount() const { return positions_.size(); }
    const std::vector<Vec3>& normals() const { return normals_; }

private:
    std::vector<Vec3> positions_;
    std::vector<Vec3> normals_;
    std::vector<std::uint32_t> indices_;
};

}  // namespace geo
--- src/mesh.cpp
#include "mesh.h"

#include <cmath>

namespace geo {

namespace {

Vec3 subtract(const Vec3& a, const Vec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

void Mesh::addVertex(const Vec3& position) {
    positions_.push_back(position);
}

void Mesh::addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    indices_.insert(indices_.end(), {a, b, c});
}

void Mesh::‹updateNormals→recomputeNormals›() {
    normals_.assign(positions_.size(), Vec3{0, 0, 0});
    for (std::size_t i = 0; i + 2 < indices_.size(); i += 3) {
        const Vec3& origin = positions_[indices_[i]];
        const Vec3 normal = cross(subtract(positions_[indices_[i + 1]], origin),
                                  subtract(positions_[indices_[i + 2]], origin));
        for (std::size_t k = 0; k < 3; ++k) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                normals_[indices_[i + k]][axis] += normal[axis];
            }
        }
    }
}

}  // namespace geo
--- src/sphere.cpp
#include "mesh.h"

#include <cmath>

namespace geo {

Mesh makeDisc(int segments, float radius) {
    Mesh mesh;
    mesh.addVertex({0, 0, 0});
    for (int i = 0; i < segments; ++i) {
        const float angle = 6.2831853f * i / segments;
        mesh.addVertex({radius * std::cos(angle), radius * std::sin(angle), 0});
    }
    for (int i = 0; i < segments; ++i) {
        mesh.addTriangle(0, i + 1, (i + 1) % segments + 1);
    }
    mesh.‹updateNormals→recomputeNormals›();
    return mesh;
}

}  // namespace geo

==== cpp old null macro replaced in the tree
kind: deprecated-call
--- src/avltree.cpp
#include <algorithm>
#include <cstddef>
#include <string>

// A small AVL tree for the symbol browser.
class AvlTree {
    struct Node {
        std::string key;
        int line;
        int height;
        Node* left;
        Node* right;

        Node(const std::string& k, int l) : key(k), line(l), height(1), left(«NULL→nullptr»), right(‹NULL→nullptr›) {}
    };

public:
    AvlTree() : root_(‹NULL→nullptr›), size_(0) {}
    ~AvlTree() { destroy(root_); }

    AvlTree(const AvlTree&) = delete;
    AvlTree& operator=(const AvlTree&) = delete;

    void insert(const std::string& key, int line) { root_ = insert(root_, key, line); }

    // The line of a symbol, or 0 if there is no such symbol.
    int find(const std::string& key) const {
        const Node* node = root_;
        while (node != ‹NULL→nullptr›) {
            if (key == node->key) {
                return node->line;
            }
            node = key < node->key ? node->left : node->right;
        }
        return 0;
    }

    std::size_t size() const { return size_; }

private:
    static int height(const Node* node) { return node == ‹NULL→nullptr› ? 0 : node->height; }

    Node* insert(Node* node, const std::string& key, int line) {
        if (node == ‹NULL→nullptr›) {
            ++size_;
            return new Node(key, line);
        }
        if (key < node->key) {
            node->left = insert(node->left, key, line);
        } else {
            node->right = insert(node->right, key, line);
        }
        node->height = 1 + std::max(height(node->left), height(node->right));
        return node;
    }

    static void destroy(Node* node) {
        if (node) {
            destroy(node->left);
            destroy(node->right);
            delete node;
        }
    }

    Node* root_;
    std::size_t size_;
};

int symbolLine(const AvlTree& tree, const std::string& name) {
    return tree.find(name);
}

==== cpp getter made const in the header
kind: signature
--- include/playlist/playlist.hpp
#ifndef PLAYLIST_PLAYLIST_HPP
#define PLAYLIST_PLAYLIST_HPP

#include <string>
#include <vector>

namespace playlist {

struct Track {
    std::string title;
    std::string artist;
    int seconds = 0;
};

class Playlist {
public:
    explicit Playlist(std::string name);

    void append(Track track);
    void shuffle(unsigned seed);

    const std::string& name() const;
    int totalSeconds()«→ const»;
    bool contains(const std::string& title) const;

private:
    std::string name_;
    std::vector<Track> tracks_;
};

}  // namespace playlist

#endif
--- src/playlist.cpp
#include <playlist/playlist.hpp>

#include <algorithm>
#include <random>
#include <utility>

namespace playlist {

Playlist::Playlist(std::string name) : name_(std::move(name)) {}

void Playlist::append(Track track)
{
    tracks_.push_back(std::move(track));
}

void Playlist::shuffle(unsigned seed)
{
    std::mt19937 engine(seed);
    std::shuffle(tracks_.begin(), tracks_.end(), engine);
}

const std::string& Playlist::name() const
{
    return name_;
}

int Playlist::totalSeconds()‹→ const›
{
    int total = 0;
    for (const Track& track : tracks_)
        total += track.seconds;
    return total;
}

bool Playlist::contains(const std::string& title) const
{
    return std::any_of(tracks_.begin(), tracks_.end(),
                       [&](const Track& track) { return track.title == title; });
}

}  // namespace playlist

==== cpp virtual draw takes a clip rectangle
kind: interface-method
--- src/widget.h
#pragma once

#include <memory>
#include <string>
#include <vector>

struct Rect {
    int x, y, w, h;
};

class Painter {
public:
    void fill(const Rect& area, unsigned color);
    void text(const Rect& area, const std::string& s);
};

class Widget {
public:
    virtual ~Widget() = default;
    virtual void draw(Painter& painter«→, const Rect& clip») const = 0;
    virtual bool focusable() const { return false; }
};

class Label : public Widget {
public:
    Label(Rect area, std::string text) : area_(area), text_(std::move(text)) {}
    void draw(Painter& painter‹→, const Rect& clip›) const override;

private:
    Rect area_;
    std::string text_;
};

class Group : public Widget {
public:
    void add(std::unique_ptr<Widget> child) { children_.push_back(std::move(child)); }
    void draw(Painter& painter‹→, const Rect& clip›) const override;
    void drawFocus(Painter& painter) const;

private:
    std::vector<std::unique_ptr<Widget>> children_;
};
--- src/widget.cpp
#include "widget.h"

namespace {

const unsigned kBackground = 0xf4f4f5;
const unsigned kFocusRing = 0x2563eb;

}  // namespace

void Label::draw(Painter& painter‹→, const Rect& clip›) const {
    painter.fill(area_, kBackground);
    painter.text(area_, text_);
}

void Group::draw(Painter& painter‹→, const Rect& clip›) const {
    for (const auto& child : children_) {
        child->draw(painter‹→, clip›);
    }
}

void Group::drawFocus(Painter& painter) const {
    for (const auto& child : children_) {
        if (child->focusable()) {
            painter.fill(Rect{0, 0, 2, 2}, kFocusRing);
        }
    }
}

==== cpp default argument changed in the header
kind: silence-default
expect: silence
--- src/retry.h
#pragma once

#include <chrono>
#include <functional>

namespace net {

using Millis = std::chrono::milliseconds;

struct Backoff {
    Millis first{100};
    Millis limit{5000};
    double factor = 2.0;
};

// Calls `action` until it returns true.
bool retry(const std::function<bool()>& action, int attempts = «3→5», Backoff backoff = {});

// The same, but gives up at a point in time.
bool retryUntil(const std::function<bool()>& action, std::chrono::steady_clock::time_point deadline, Backoff backoff = {});

}  // namespace net
--- src/retry.cpp
#include "retry.h"

#include <algorithm>
#include <thread>

namespace net {

namespace {

Millis next(Millis wait, const Backoff& backoff) {
    auto longer = Millis(static_cast<long>(wait.count() * backoff.factor));
    return std::min(longer, backoff.limit);
}

}  // namespace

bool retry(const std::function<bool()>& action, int attempts, Backoff backoff) {
    Millis wait = backoff.first;
    for (int i = 0; i < attempts; ++i) {
        if (action()) {
            return true;
        }
        std::this_thread::sleep_for(wait);
        wait = next(wait, backoff);
    }
    return false;
}

bool retryUntil(const std::function<bool()>& action, std::chrono::steady_clock::time_point deadline, Backoff backoff) {
    Millis wait = backoff.first;
    while (std::chrono::steady_clock::now() < deadline) {
        if (action()) {
            return true;
        }
        std::this_thread::sleep_for(wait);
        wait = next(wait, backoff);
    }
    return false;
}

}  // namespace net
--- src/upload.cpp
#include "retry.h"

#include <string>

namespace net {

bool send(const std::string& url, const std::string& body);

bool upload(const std::string& url, const std::string& body) {
    return retry([&] { return send(url, body); });
}

bool uploadCritical(const std::string& url, const std::string& body) {
    return retry([&] { return send(url, body); }, 10);
}

bool probe(const std::string& url) {
    return retry([&] { return send(url, ""); }, 3);
}

}  // namespace net

==== css class of the episode card renamed
kind: rename-class
--- assets/css/episodes.css
/* List of episodes on the start page */

.episode-list {
  display: grid;
  gap: 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr));
}

.«episode-box→episode-card» {
  border: 1px solid var(--border);
  border-radius: 0.5rem;
  padding: 1rem;
}

.‹episode-box→episode-card›:hover,
.‹episode-box→episode-card›:focus-within {
  border-color: var(--accent);
}

.‹episode-box→episode-card› h3 {
  margin: 0 0 0.5rem;
}

.episode-meta {
  color: var(--muted);
  font-size: 0.875rem;
}

@media (max-width: 40rem) {
  .‹episode-box→episode-card› {
    padding: 0.75rem;
  }
}
--- index.html
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Night Shift Radio</title>
  <link rel="stylesheet" href="assets/css/episodes.css">
</head>
<body>
  <main>
    <h1>Episodes</h1>
    <div class="episode-list">
      <article class="‹episode-box→episode-card›" id="ep-42">
        <h3>42: The lighthouse keeper</h3>
        <p class="episode-meta">51 min</p>
      </article>
      <article class="‹episode-box→episode-card› is-new" id="ep-43">
        <h3>43: Number stations</h3>
        <p class="episode-meta">47 min</p>
      </article>
    </div>
  </main>
  <script src="assets/js/filter.js"></script>
</body>
</html>
--- assets/js/filter.js
const input = document.querySelector('#filter');

function matches(card, term) {
  return card.textContent.toLowerCase().includes(term);
}

function applyFilter() {
  const term = input.value.trim().toLowerCase();
  document.querySelectorAll('.‹episode-box→episode-card›').forEach((card) => {
    card.hidden = term !== '' && !matches(card, term);
  });
}

if (input) {
  input.addEventListener('input', applyFilter);
}

==== css custom property for the panel colour renamed
kind: rename-variable
--- src/styles/theme.css
:root {
  --bg: #ffffff;
  «--bg-alt→--bg-panel»: #f6f7f9;
  --fg: #1b1f24;
  --fg-muted: #59636e;
  --line: #d1d9e0;
  --radius: 6px;
}

[data-theme='dark'] {
  --bg: #0d1117;
  ‹--bg-alt→--bg-panel›: #161b22;
  --fg: #e6edf3;
  --fg-muted: #9198a1;
  --line: #3d444d;
}

body {
  margin: 0;
  background: var(--bg);
  color: var(--fg);
  font: 16px/1.5 system-ui, sans-serif;
}

code {
  background: var(‹--bg-alt→--bg-panel›);
  border-radius: var(--radius);
  padding: 0.1em 0.3em;
}

pre > code {
  background: none;
  padding: 0;
}
--- src/styles/layout.css
.page {
  display: grid;
  grid-template: auto 1fr / 16rem 1fr;
  min-height: 100vh;
}

.page > header {
  grid-column: 1 / -1;
  border-bottom: 1px solid var(--line);
}

.sidebar {
  background: var(‹--bg-alt→--bg-panel›);
  padding: 1rem;
}

.sidebar a {
  color: var(--fg-muted);
  text-decoration: none;
}

.sidebar a[aria-current] {
  background: var(--bg);
  color: var(--fg);
}

table tr:nth-child(even) {
  background: var(‹--bg-alt→--bg-panel›, #f6f7f9);
}

==== jsx dismiss prop renamed with its users
kind: rename-prop
--- src/components/Banner.jsx
import React from 'react';
import { Icon } from './Icon';

const ICONS = {
  info: 'circle-info',
  warning: 'triangle',
  success: 'check',
};

/**
 * A message across the page.
 */
export function Banner({ tone = 'info', children, «onClose→onDismiss» }) {
  return (
    <div className={`banner banner--${tone}`} role="status">
      <Icon name={ICONS[tone]} />
      <div className="banner__body">{children}</div>
      {‹onClose→onDismiss› && (
        <button type="button" aria-label="Dismiss" onClick={‹onClose→onDismiss›}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
--- src/components/Dialog.jsx
import React, { useEffect, useRef } from 'react';

export function Dialog({ title, open, children, onClose }) {
  const ref = useRef(null);

  useEffect(() => {
    if (open) {
      ref.current.showModal();
    } else {
      ref.current.close();
    }
  }, [open]);

  return (
    <dialog ref={ref} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}
--- src/pages/Backups.jsx
import React, { useState } from 'react';
import { Banner } from '../components/Banner';
import { Dialog } from '../components/Dialog';

export function Backups({ backups, lastError }) {
  const [hideError, setHideError] = useState(false);
  const [restoring, setRestoring] = useState(null);

  return (
    <section>
      {lastError && !hideError && (
        <Banner tone="warning" ‹onClose→onDismiss›={() => setHideError(true)}>
          The last backup failed: {lastError}
        </Banner>
      )}
      <ul>
        {backups.map((backup) => (
          <li key={backup.id}>
            {backup.createdAt}
            <button onClick={() => setRestoring(backup)}>Restore</button>
          </li>
        ))}
      </ul>
      <Dialog title="Restore backup" open={restoring !== null} onClose={() => setRestoring(null)}>
        <p>All changes since then will be lost.</p>
      </Dialog>
      <Banner>Backups are kept for 30 days.</Banner>
    </section>
  );
}

==== jsx state pair gets a clearer name
kind: rename-local
--- src/editor/Toolbar.jsx
import React, { useCallback, useEffect, useState } from 'react';
import { HEADINGS, MARKS } from './schema';

function ToolButton({ label, active, onClick }) {
  return (
    <button type="button" aria-pressed={active} onClick={onClick}>
      {label}
    </button>
  );
}

export function Toolbar({ editor }) {
  const [«open, setOpen→menuOpen, setMenuOpen»] = useState(false);
  const [marks, setMarks] = useState(new Set());

  useEffect(() => {
    const update = () => setMarks(new Set(editor.activeMarks()));
    editor.on('selection', update);
    return () => editor.off('selection', update);
  }, [editor]);

  const pickHeading = useCallback(
    (level) => {
      editor.setHeading(level);
      ‹setOpen→setMenuOpen›(false);
      editor.focus();
    },
    [editor],
  );

  return (
    <div className="toolbar">
      {MARKS.map((mark) => (
        <ToolButton
          key={mark}
          label={mark}
          active={marks.has(mark)}
          onClick={() => editor.toggleMark(mark)}
        />
      ))}
      <ToolButton label="Heading" active={‹open→menuOpen›} onClick={() => ‹setOpen→setMenuOpen›(!‹open→menuOpen›)} />
      {‹open→menuOpen› && (
        <menu className="toolbar__menu">
          {HEADINGS.map((level) => (
            <li key={level}>
              <button onClick={() => pickHeading(level)}>Heading {level}</button>
            </li>
          ))}
        </menu>
      )}
      <button type="button" onClick={() => window.open('/help/editor')}>
        Help
      </button>
    </div>
  );
}
--- src/editor/schema.js
export const MARKS = ['bold', 'italic', 'code', 'link'];

export const HEADINGS = [1, 2, 3];

export function isMark(name) {
  return MARKS.includes(name);
}

==== html id of the quantity field renamed
kind: rename-id
--- public/calculator.html
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Resistor divider calculator</title>
  <style>
    form { display: grid; gap: .5rem; max-width: 24rem; }
    #result { font-weight: bold; }
  </style>
</head>
<body>
  <h1>Voltage divider</h1>
  <form id="divider">
    <label for="‹vin→supply-voltage›">Supply voltage (V)</label>
    <input id="«vin→supply-voltage»" type="number" step="0.1" value="5">

    <label for="r1">R1 (Ω)</label>
    <input id="r1" type="number" min="1" value="10000">

    <label for="r2">R2 (Ω)</label>
    <input id="r2" type="number" min="1" value="10000">

    <button type="submit">Calculate</button>
  </form>
  <p id="result" role="status"></p>
  <script src="calculator.js"></script>
</body>
</html>
--- public/calculator.js
'use strict';

function divider(vin, r1, r2) {
  return (vin * r2) / (r1 + r2);
}

function numberOf(id) {
  return Number.parseFloat(document.getElementById(id).value);
}

function render(volts) {
  const output = document.getElementById('result');
  output.textContent = Number.isFinite(volts)
    ? `${volts.toFixed(3)} V`
    : 'Please fill in all fields.';
}

document.getElementById('divider').addEventListener('submit', (event) => {
  event.preventDefault();
  render(divider(numberOf('‹vin→supply-voltage›'), numberOf('r1'), numberOf('r2')));
});

document.getElementById('‹vin→supply-voltage›').addEventListener('input', () => {
  document.getElementById('result').textContent = '';
});

==== css one rule gets other padding
kind: silence-value
expect: silence
--- src/styles/kanban.css
.board {
  display: flex;
  gap: 16px;
  overflow-x: auto;
  padding: 16px;
}

.column {
  flex: 0 0 280px;
  background: #ebecf0;
  border-radius: 8px;
  padding: 8px;
}

.column__title {
  font-size: 14px;
  font-weight: 600;
  margin: 0;
  padding: 8px;
}

.task {
  background: #fff;
  border-radius: 4px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 15%);
  margin-bottom: 8px;
  padding: «8px→8px 12px»;
}

.task--done {
  opacity: 0.6;
}

.task__labels {
  display: flex;
  gap: 4px;
  padding: 8px;
}

.task__label {
  border-radius: 999px;
  font-size: 11px;
  padding: 2px 8px;
}

.composer {
  background: #fff;
  border-radius: 4px;
  padding: 8px;
}

.composer textarea {
  border: 0;
  font: inherit;
  resize: vertical;
  width: 100%;
}

.composer__actions {
  display: flex;
  gap: 8px;
  justify-content: flex-end;
  padding: 8px 0 0;
}

==== node version raised in the workflow
kind: repeated-fact
open: .nvmrc, Dockerfile, README.md
--- .github/workflows/ci.yml
name: CI

on:
  push:
    branches: [main]
  pull_request:

jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: «20→22»
          cache: npm
      - run: npm ci
      - run: npm test

  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ‹20→22›
          cache: npm
      - run: npm ci
      - run: npm run lint
--- .nvmrc
‹20→22¦?›
--- Dockerfile
FROM node:‹20→22›-alpine AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM nginx:1.27-alpine
COPY --from=build /app/dist /usr/share/nginx/html
EXPOSE 80
--- README.md
# Tidepool

An offline viewer for tide tables.

## Development

You need Node ‹20→22¦?› or newer.

```sh
npm ci
npm run dev
```

The tables of the last 20 years are in `data/`.

==== crate version raised in its manifest
kind: repeated-fact
open: README.md, src/lib.rs
--- Cargo.toml
[package]
name = "inkwell-csv"
version = "«0.7.0→0.8.0»"
edition = "2021"
license = "MIT OR Apache-2.0"
description = "A CSV reader which keeps comments and quoting"
repository = "https://github.com/inkwell-rs/inkwell-csv"
rust-version = "1.70"

[dependencies]
memchr = "2.7"
bytecount = "0.6.7"

[dev-dependencies]
quickcheck = "1.0"

[features]
default = ["std"]
std = []
--- README.md
# inkwell-csv

A CSV reader which keeps comments and quoting, so that a file can be written
back as it was.

## Usage

```toml
[dependencies]
inkwell-csv = "‹0.7→0.8¦0.8.0›"
```

For targets without the standard library:

```toml
[dependencies]
inkwell-csv = { version = "‹0.7→0.8¦0.8.0›", default-features = false }
```

## Changes

- 0.7: comments are kept
- 0.6: the reader is an iterator
--- src/lib.rs
#![doc(html_root_url = "https://docs.rs/inkwell-csv/‹0.7.0→0.8.0›")]
#![cfg_attr(not(feature = "std"), no_std)]

/// The separator of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    Comma,
    Semicolon,
    Tab,
}

impl Separator {
    pub fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }
}

==== compose service of the database renamed
kind: rename-key
--- docker-compose.yml
services:
  web:
    build: .
    ports:
      - "8000:8000"
    environment:
      DATABASE_URL: postgres://app:app@‹db→postgres›:5432/app
      REDIS_URL: redis://cache:6379/0
    depends_on:
      - ‹db→postgres›
      - cache

  worker:
    build: .
    command: python -m celery -A app worker
    environment:
      DATABASE_URL: postgres://app:app@‹db→postgres›:5432/app
      REDIS_URL: redis://cache:6379/0
    depends_on:
      - ‹db→postgres›
      - cache

  «db→postgres»:
    image: postgres:16
    environment:
      POSTGRES_USER: app
      POSTGRES_PASSWORD: app
      POSTGRES_DB: app
    volumes:
      - db-data:/var/lib/postgresql/data

  cache:
    image: redis:7

volumes:
  db-data:
--- bin/reset-db.sh
#!/bin/sh
# Drops the database and creates it again.
set -eu

cd "$(dirname "$0")/.."

docker compose up -d ‹db→postgres›
docker compose exec -T ‹db→postgres› dropdb --if-exists -U app app
docker compose exec -T ‹db→postgres› createdb -U app app
docker compose run --rm web python manage.py migrate

echo "db is empty now"

==== shell backup target variable renamed
kind: rename-variable
--- scripts/backup.sh
#!/usr/bin/env bash
#
# Backs up the wiki: database and uploads.
#
set -euo pipefail

WIKI_ROOT=${WIKI_ROOT:-/srv/wiki}
KEEP_DAYS=14
«DEST→BACKUP_DIR»=/var/backups/wiki
STAMP=$(date +%Y-%m-%d)

log() {
    printf '%s %s\n' "$(date +%T)" "$*" >&2
}

die() {
    log "error: $*"
    exit 1
}

[ -d "$WIKI_ROOT" ] || die "no wiki in $WIKI_ROOT"
mkdir -p "$‹DEST→BACKUP_DIR›"

dump_database() {
    log "dumping database"
    sqlite3 "$WIKI_ROOT/wiki.db" ".backup '$‹DEST→BACKUP_DIR›/wiki-$STAMP.db'"
    gzip -f "${‹DEST→BACKUP_DIR›}/wiki-$STAMP.db"
}

pack_uploads() {
    log "packing uploads"
    tar -C "$WIKI_ROOT" -czf "$‹DEST→BACKUP_DIR›/uploads-$STAMP.tar.gz" uploads
}

# Removes what is older than KEEP_DAYS from the destination.
prune() {
    find "$‹DEST→BACKUP_DIR›" -type f -mtime "+$KEEP_DAYS" -print -delete
}

dump_database
pack_uploads
prune
log "done"
--- scripts/restore.sh
#!/usr/bin/env bash
# Restores a backup of the wiki into an empty directory.
set -euo pipefail

archive=$1
DEST=${2:-./restored}

mkdir -p "$DEST"
tar -C "$DEST" -xzf "$archive"
echo "restored to $DEST"

==== shell script learns a dry run flag
kind: add-option
--- tools/prune-branches.sh
#!/bin/sh
# Deletes local branches which were merged long ago.

usage() {
    cat <<EOF
usage: prune-branches.sh [-f] ‹→[-n] ¦@›[-r remote] [-d days]

  -f         delete without asking
‹→  -n         only show what would be deleted
¦re: +-n +\S.*\n¦@›  -r remote  delete from this remote too
  -d days    only branches without commits for so many days
EOF
}

force=0
dry_run=0
remote=
days=90

while getopts "f«→n»r:d:h" opt; do
    case $opt in
        f) force=1 ;;
        ‹→n) dry_run=1 ;;
        ¦@›r) remote=$OPTARG ;;
        d) days=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done

confirm() {
    [ "$force" = 1 ] && return 0
    printf 'delete %s? [y/N] ' "$1"
    read -r answer
    [ "$answer" = y ]
}

delete_branch() {
    if [ "$dry_run" = 1 ]; then
        echo "would delete $1"
        return
    fi
    confirm "$1" || return
    git branch -d "$1"
    if [ -n "$remote" ]; then
        git push "$remote" --delete "$1"
    fi
}

now=$(date +%s)
git for-each-ref --merged HEAD --format='%(refname:short) %(committerdate:unix)' refs/heads |
while read -r branch stamp; do
    age=$(( (now - stamp) / 86400 ))
    if [ "$age" -ge "$days" ]; then
        delete_branch "$branch" </dev/tty
    fi
done

==== task name changed in pyproject and repeated in docs
kind: repeated-fact
open: CONTRIBUTING.md, .github/workflows/test.yml
--- pyproject.toml
[project]
name = "strata"
version = "2.3.1"
description = "Layered configuration for data pipelines"
requires-python = ">=3.9"
dependencies = ["pyyaml>=6", "rich"]

[project.optional-dependencies]
«tests→test» = ["pytest>=8", "pytest-cov", "hypothesis"]
docs = ["mkdocs-material"]

[tool.pytest.ini_options]
testpaths = ["tests"]
addopts = "-ra"

[tool.ruff]
line-length = 100
extend-exclude = ["tests/data"]
--- CONTRIBUTING.md
# Contributing

Thanks for your help! Please open an issue before large changes.

## Setup

```sh
python -m venv .venv
. .venv/bin/activate
pip install -e '.[‹tests→test›]'
```

For the documentation, install `.[‹tests→test›,docs]` and run `mkdocs serve`.

## Tests

All tests are in `tests`. New tests are welcome for every change:

```sh
pytest tests
```
--- .github/workflows/test.yml
name: tests

on: [push, pull_request]

jobs:
  tests:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: ["3.9", "3.12"]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: ${{ matrix.python }}
      - run: pip install -e '.[‹tests→test›]'
      - run: pytest --cov=strata tests

==== kubernetes container port changed
kind: repeated-fact
--- deploy/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: thumbnailer
  labels:
    app: thumbnailer
spec:
  replicas: 2
  selector:
    matchLabels:
      app: thumbnailer
  template:
    metadata:
      labels:
        app: thumbnailer
    spec:
      containers:
        - name: thumbnailer
          image: ghcr.io/pixlab/thumbnailer:1.9.2
          env:
            - name: PORT
              value: "«3000→8080»"
            - name: CACHE_MB
              value: "3000"
          ports:
            - containerPort: ‹3000→8080›
          readinessProbe:
            httpGet:
              path: /healthz
              port: ‹3000→8080›
            periodSeconds: 5
          livenessProbe:
            httpGet:
              path: /healthz
              port: ‹3000→8080›
            initialDelaySeconds: 20
--- deploy/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: thumbnailer
spec:
  selector:
    app: thumbnailer
  ports:
    - name: http
      port: 80
      targetPort: ‹3000→8080›
--- README.md
# Thumbnailer

Makes thumbnails of images on the fly.

| variable   | default | meaning                     |
|------------|---------|-----------------------------|
| `PORT`     | 3000    | where the server listens    |
| `CACHE_MB` | 512     | size of the thumbnail cache |

The defaults apply when you run it with `docker run`. In the cluster they
are set in `deploy/deployment.yaml`.

==== one dependency among others of the same version is raised
kind: silence-version
expect: silence
--- Cargo.toml
[package]
name = "harbor-master"
version = "1.4.0"
edition = "2021"

[dependencies]
anyhow = "1.0"
bytes = "1.4"
clap = { version = "4.4", features = ["derive"] }
futures = "0.3"
indexmap = "«2.0→2.2»"
serde = { version = "1.0", features = ["derive"] }
serde_json = "1.0"
tempfile = "3.8"
tokio = { version = "1.35", features = ["rt-multi-thread", "macros"] }
toml = "0.8"
uuid = { version = "1.6", features = ["v4"] }
quick-error = "2.0"
shlex = "2.0"

[dev-dependencies]
assert_cmd = "2.0"
insta = "1.34"
predicates = "2.0"

[profile.release]
lto = "thin"
codegen-units = 1
--- CHANGELOG.md
# Changelog

## 1.4.0

- New command `harbor-master berths`.
- Reads schedules of format 2.0.

## 1.3.2

- Faster start: the schedule is only read when it is needed.
- Updated indexmap to 2.0.

## 1.3.1

- Fixed a panic when a ship has no name.
--- rustfmt.toml
max_width = 100
use_small_heuristics = "Max"
imports_granularity = "Module"
group_imports = "StdExternalCrate"

==== sql column of the loan table renamed
kind: sql-rename-column
open: library/loans.py
--- db/schema.sql
-- Schema of the tool library

CREATE TABLE members (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    joined_on   TEXT NOT NULL
);

CREATE TABLE tools (
    id          INTEGER PRIMARY KEY,
    label       TEXT NOT NULL,
    due         TEXT            -- next inspection
);

CREATE TABLE loans (
    id          INTEGER PRIMARY KEY,
    member_id   INTEGER NOT NULL REFERENCES members (id),
    tool_id     INTEGER NOT NULL REFERENCES tools (id),
    taken_on    TEXT NOT NULL,
    «due_date→due_on»    TEXT NOT NULL,
    returned_on TEXT
);

CREATE INDEX loans_open ON loans (‹due_date→due_on›) WHERE returned_on IS NULL;
--- library/loans.py
"""Loans: who has which tool, and until when."""
import sqlite3
from datetime import date, timedelta

LOAN_DAYS = 14


def lend(db: sqlite3.Connection, member_id: int, tool_id: int, today: date) -> date:
    due_date = today + timedelta(days=LOAN_DAYS)
    db.execute(
        "INSERT INTO loans (member_id, tool_id, taken_on, ‹due_date→due_on›) VALUES (?, ?, ?, ?)",
        (member_id, tool_id, today.isoformat(), due_date.isoformat()),
    )
    return due_date


def give_back(db: sqlite3.Connection, loan_id: int, today: date) -> None:
    db.execute(
        "UPDATE loans SET returned_on = ? WHERE id = ?",
        (today.isoformat(), loan_id),
    )


def overdue(db: sqlite3.Connection, today: date) -> list[tuple]:
    """All open loans which should be back, the oldest first."""
    return db.execute(
        """
        SELECT m.name, t.label, l.‹due_date→due_on›
        FROM loans l
        JOIN members m ON m.id = l.member_id
        JOIN tools t ON t.id = l.tool_id
        WHERE l.returned_on IS NULL AND l.‹due_date→due_on› < ?
        ORDER BY l.‹due_date→due_on›
        """,
        (today.isoformat(),),
    ).fetchall()


def inspections(db: sqlite3.Connection, today: date) -> list[tuple]:
    return db.execute(
        "SELECT label, due FROM tools WHERE due <= ?", (today.isoformat(),)
    ).fetchall()

==== sql new column is written and read by the repository
kind: sql-add-column
open: src/main/java/fm/podline/FeedRepository.java
--- src/main/resources/db/schema.sql
CREATE TABLE feeds (
    id           BIGSERIAL PRIMARY KEY,
    url          TEXT NOT NULL UNIQUE,
    title        TEXT NOT NULL,
    etag         TEXT
);

CREATE TABLE episodes (
    id           BIGSERIAL PRIMARY KEY,
    feed_id      BIGINT NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    guid         TEXT NOT NULL,
    title        TEXT NOT NULL,
    published_at TIMESTAMPTZ NOT NULL,
    UNIQUE (feed_id, guid)
);
--- src/main/java/fm/podline/Feed.java
package fm.podline;

/** A subscribed feed. The id is 0 until it is stored. */
public record Feed(long id, String url, String title, String etag) {

    public Feed withTitle(String newTitle) {
        return new Feed(id, url, newTitle, etag);
    }
}
--- src/main/java/fm/podline/FeedRepository.java
package fm.podline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

public class FeedRepository {

    private final Connection connection;

    public FeedRepository(Connection connection) {
        this.connection = connection;
    }

    public void insert(Feed feed) throws SQLException {
        String sql = "INSERT INTO feeds (url, title«→, etag») VALUES (?, ?‹→, ?›)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, feed.url());
            statement.setString(2, feed.title());‹→
            statement.setString(3, feed.etag());›
            statement.executeUpdate();
        }
    }

    public List<Feed> all() throws SQLException {
        List<Feed> feeds = new ArrayList<>();
        try (PreparedStatement statement =
                     connection.prepareStatement("SELECT id, url, title, etag FROM feeds ORDER BY title");
             ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                feeds.add(new Feed(row.getLong("id"), row.getString("url"),
                        row.getString("title"), row.getString("etag")));
            }
        }
        return feeds;
    }

    public void delete(long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM feeds WHERE id = ?")) {
            statement.setLong(1, id);
            statement.executeUpdate();
        }
    }
}

==== sql table renamed and queries follow
kind: sql-rename-table
open: server/annotations.js
--- migrations/0001_init.sql
CREATE TABLE documents (
  id         uuid PRIMARY KEY,
  title      text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE «notes→annotations» (
  id          uuid PRIMARY KEY,
  document_id uuid NOT NULL REFERENCES documents (id),
  author      text NOT NULL,
  page        integer NOT NULL,
  body        text NOT NULL
);

CREATE INDEX ‹notes_document→annotations_document¦?› ON ‹notes→annotations› (document_id, page);

CREATE VIEW documents_with_counts AS
SELECT d.id, d.title, count(n.id) AS notes
FROM documents d
LEFT JOIN ‹notes→annotations› n ON n.document_id = d.id
GROUP BY d.id;
--- server/annotations.js
'use strict';

// Comments of readers on the pages of a document.

async function listForPage(db, documentId, page) {
  const { rows } = await db.query(
    'SELECT id, author, body FROM ‹notes→annotations› WHERE document_id = $1 AND page = $2',
    [documentId, page],
  );
  return rows;
}

async function add(db, { id, documentId, author, page, body }) {
  if (!body.trim()) {
    throw new Error('empty notes are not stored');
  }
  await db.query(
    'INSERT INTO ‹notes→annotations› (id, document_id, author, page, body) VALUES ($1, $2, $3, $4, $5)',
    [id, documentId, author, page, body],
  );
}

async function remove(db, id, author) {
  const result = await db.query('DELETE FROM ‹notes→annotations› WHERE id = $1 AND author = $2', [id, author]);
  return result.rowCount === 1;
}

async function overview(db) {
  const { rows } = await db.query('SELECT id, title, notes FROM documents_with_counts ORDER BY title');
  return rows;
}

module.exports = { listForPage, add, remove, overview };

==== sql check constraint value renamed with the code
kind: sql-enum-value
open: greenhouse/models.py, greenhouse/queries.py
--- greenhouse/schema.sql
CREATE TABLE beds (
    id       integer PRIMARY KEY,
    name     text NOT NULL,
    crop     text
);

CREATE TABLE waterings (
    id       integer PRIMARY KEY,
    bed_id   integer NOT NULL REFERENCES beds (id),
    litres   real NOT NULL CHECK (litres > 0),
    state    text NOT NULL DEFAULT 'planned'
             CHECK (state IN ('planned', '«active→running»', 'done', 'failed'))
);

CREATE UNIQUE INDEX one_running_per_bed
    ON waterings (bed_id) WHERE state = '‹active→running›';
--- greenhouse/models.py
from dataclasses import dataclass
from enum import Enum


class WateringState(str, Enum):
    PLANNED = "planned"
    RUNNING = "‹active→running›"
    DONE = "done"
    FAILED = "failed"


@dataclass
class Watering:
    id: int
    bed_id: int
    litres: float
    state: WateringState = WateringState.PLANNED

    @property
    def active(self) -> bool:
        return self.state is WateringState.RUNNING
--- greenhouse/queries.py
import sqlite3


def start(db: sqlite3.Connection, watering_id: int) -> bool:
    cursor = db.execute(
        "UPDATE waterings SET state = '‹active→running›' WHERE id = ? AND state = 'planned'",
        (watering_id,),
    )
    return cursor.rowcount == 1


def finish(db: sqlite3.Connection, watering_id: int, ok: bool) -> None:
    db.execute(
        "UPDATE waterings SET state = ? WHERE id = ? AND state = '‹active→running›'",
        ("done" if ok else "failed", watering_id),
    )


def litres_today(db: sqlite3.Connection, bed_id: int) -> float:
    row = db.execute(
        "SELECT coalesce(sum(litres), 0) FROM waterings WHERE bed_id = ? AND state = 'done'",
        (bed_id,),
    ).fetchone()
    return row[0]

==== sql limit of one report query changed
kind: silence-limit
expect: silence
--- reports/queries.sql
-- name: most_played_songs
SELECT s.title, a.name AS artist, count(*) AS plays
FROM plays p
JOIN songs s ON s.id = p.song_id
JOIN artists a ON a.id = s.artist_id
WHERE p.played_at >= :since
GROUP BY s.id, a.id
ORDER BY plays DESC
LIMIT 20;

-- name: most_played_artists
SELECT a.name, count(*) AS plays
FROM plays p
JOIN songs s ON s.id = p.song_id
JOIN artists a ON a.id = s.artist_id
WHERE p.played_at >= :since
GROUP BY a.id
ORDER BY plays DESC
LIMIT «20→10»;

-- name: latest_plays
SELECT s.title, p.played_at
FROM plays p
JOIN songs s ON s.id = p.song_id
ORDER BY p.played_at DESC
LIMIT 20;

-- name: forgotten_songs
SELECT s.title, max(p.played_at) AS last_played
FROM songs s
JOIN plays p ON p.song_id = s.id
GROUP BY s.id
HAVING max(p.played_at) < :before
ORDER BY last_played
LIMIT 20;
--- reports/run.py
"""Runs one of the named queries and prints a table."""
import re
import sqlite3
import sys
from pathlib import Path

QUERIES = Path(__file__).with_name("queries.sql")


def load(path: Path) -> dict[str, str]:
    parts = re.split(r"^-- name: (\w+)$", path.read_text(), flags=re.M)
    return {name: sql.strip() for name, sql in zip(parts[1::2], parts[2::2])}


def main(name: str, database: str, since: str = "2024-01-01") -> int:
    query = load(QUERIES).get(name)
    if query is None:
        print(f"no query {name}", file=sys.stderr)
        return 2
    with sqlite3.connect(database) as db:
        for row in db.execute(query, {"since": since, "before": since}):
            print("\t".join(str(value) for value in row))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

==== rust builder setter body half typed
kind: half-typed
--- src/request.rs
use std::time::Duration;

/// A request which has not been sent yet.
#[derive(Debug, Clone)]
pub struct Request {
    pub url: String,
    pub method: Method,
    pub timeout: Option<Duration>,
    pub user_agent: Option<String>,
    pub max_redirects: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Head,
    Post,
}

#[derive(Debug)]
pub struct RequestBuilder {
    request: Request,
}

impl RequestBuilder {
    pub fn new(method: Method, url: impl Into<String>) -> Self {
        RequestBuilder {
            request: Request {
                url: url.into(),
                method,
                timeout: None,
                user_agent: None,
                max_redirects: None,
            },
        }
    }

    /// Gives up after this time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.request.timeout = Some(timeout);
        self
    }

    /// Sent as the `User-Agent` header.
    pub fn user_agent(mut self, user_agent: String) -> Self {
        self.request.user_agent = Some(user_agent);
        self
    }

    /// Follows at most so many redirects.
    pub fn max_redirects(mut self, max_redirects: u8) -> Self {
        «→self.request.»‹→max_redirects = Some(max_redirects);
        self¦max_redirects = Some(max_redirects);¦max_redirects = Some(max_redirects)›
    }

    pub fn build(self) -> Result<Request, String> {
        if !self.request.url.starts_with("http") {
            return Err(format!("not a web address: {}", self.request.url));
        }
        Ok(self.request)
    }
}

==== java null check half typed like its neighbours
kind: half-typed
--- src/main/java/org/letterpress/JobTicket.java
package org.letterpress;

import java.util.List;
import java.util.Objects;

/**
 * What the printer must know about a job.
 */
public final class JobTicket {

    private final String customer;
    private final PaperStock stock;
    private final List<String> inks;
    private final int copies;

    public JobTicket(String customer, PaperStock stock, List<String> inks, int copies) {
        this.customer = Objects.requireNonNull(customer, "customer");
        this.stock = Objects.requireNonNull(stock, "stock");
        this.inks = «List.copyOf(inks)→Objects.req»‹→uireNonNull(inks, "inks")›;
        this.copies = copies;
    }

    public String customer() {
        return customer;
    }

    public PaperStock stock() {
        return stock;
    }

    public List<String> inks() {
        return inks;
    }

    public int copies() {
        return copies;
    }

    /** Passes through the press: one for each ink, for both sides. */
    public int passes(boolean duplex) {
        return inks.size() * (duplex ? 2 : 1);
    }

    public double sheets(int perSheet) {
        return Math.ceil((double) copies / perSheet);
    }
}
--- src/main/java/org/letterpress/PaperStock.java
package org.letterpress;

public enum PaperStock {
    COTTON(300),
    LAID(120),
    KRAFT(250);

    private final int grams;

    PaperStock(int grams) {
        this.grams = grams;
    }

    public int grams() {
        return grams;
    }
}

==== c command table row half typed
kind: half-typed
--- src/commands.c
#include <stdio.h>
#include <string.h>

/* Commands of the monitor, which runs before the kernel is loaded. */

typedef int (*command_fn)(int argc, char **argv);

struct command {
	const char *name;
	command_fn run;
	const char *help;
};

static int cmd_peek(int argc, char **argv)
{
	(void)argv;
	return argc == 2 ? 0 : -1;
}

static int cmd_poke(int argc, char **argv)
{
	(void)argv;
	return argc == 3 ? 0 : -1;
}

static int cmd_boot(int argc, char **argv)
{
	(void)argc;
	printf("booting %s\n", argv[0]);
	return 0;
}

static int cmd_reset(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

static const struct command commands[] = {
	{ "peek", cmd_peek, "read a word" },
	{ "poke", cmd_poke, "write a word" },
	{ "boot", cmd_boot, "load the kernel and start it" },
	«→{ "reset", »‹→cmd_reset, "reset the machine" },¦re:cmd_reset, ".*" \},?¦cmd_reset, ¦cmd_reset›
};

const struct command *find_command(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

int run_line(int argc, char **argv)
{
	const struct command *c = find_command(argv[0]);

	if (!c) {
		printf("%s: unknown command\n", argv[0]);
		return -1;
	}
	return c->run(argc, argv);
}

==== yaml matrix entry half typed
kind: half-typed
--- .gitlab-ci.yml
stages:
  - build
  - test
  - package

variables:
  CARGO_HOME: $CI_PROJECT_DIR/.cargo
  GIT_DEPTH: "20"

.rust:
  image: rust:1.77-bookworm
  cache:
    key: $CI_JOB_NAME
    paths:
      - .cargo/
      - target/

build:linux:
  extends: .rust
  stage: build
  script:
    - cargo build --release --locked
  artifacts:
    paths:
      - target/release/skiff

test:linux:
  extends: .rust
  stage: test
  script:
    - cargo test --locked

clippy:
  extends: .rust
  stage: test
  script:
    - rustup component add clippy
    - cargo clippy --locked -- -D warnings

fmt:
  «→ext»‹→ends: .rust›
  stage: test
  script:
    - rustup component add rustfmt
    - cargo fmt --check

package:deb:
  extends: .rust
  stage: package
  needs: ["build:linux"]
  script:
    - cargo install cargo-deb
    - cargo deb --no-build
  rules:
    - if: $CI_COMMIT_TAG

==== markdown heading of one section reworded
kind: silence-heading
expect: silence
--- README.md
# barometer

A small daemon which reads pressure sensors over I2C and serves the readings
over HTTP.

- [Supported sensors](#supported-sensors)
- [Configuration](#configuration)
- [License](#license)

## Supported sensors

| sensor | bus  | notes                    |
|--------|------|--------------------------|
| BMP180 | I2C  | needs calibration        |
| BMP280 | I2C  | also over SPI, untested  |
| LPS22  | I2C  |                          |

## Configuration

The file is `/etc/barometer.toml`. All keys are optional.

```toml
listen = "127.0.0.1:9110"
interval = 30

[sensor]
kind = "bmp280"
address = 0x76
```

### Reading «faster→more often»

An interval below 5 seconds warms up the chip, which makes the readings
wrong by up to 0.4 hPa. A faster bus does not help.

### Several sensors

Use one `[[sensor]]` table for each of them. Reading faster than the slowest
sensor allows is an error.

## License

ISC, see `LICENSE`.
--- barometer.toml
# Example configuration of barometer

listen = "127.0.0.1:9110"

# Seconds between two readings. Faster than 5 is not useful.
interval = 30

[sensor]
kind = "bmp280"
address = 0x76

[log]
level = "info"
format = "plain"

==== rust error text reworded and asserted in tests
kind: tests-follow
open: tests/cli.rs
--- src/lib.rs
//! Parsing of durations such as `1h30m`.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DurationError {
    Empty,
    NoUnit,
    BadUnit(char),
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DurationError::Empty => f.write_str("duration is empty"),
            DurationError::NoUnit => f.write_str("«number without unit→missing unit after number»"),
            DurationError::BadUnit(c) => write!(f, "unknown unit: {c}"),
        }
    }
}

impl std::error::Error for DurationError {}

fn unit(c: char) -> Result<u64, DurationError> {
    match c {
        's' => Ok(1),
        'm' => Ok(60),
        'h' => Ok(3600),
        'd' => Ok(86400),
        _ => Err(DurationError::BadUnit(c)),
    }
}

/// Seconds of a duration.
pub fn parse(text: &str) -> Result<u64, DurationError> {
    if text.is_empty() {
        return Err(DurationError::Empty);
    }
    let (mut total, mut number) = (0, None);
    for c in text.chars() {
        match c.to_digit(10) {
            Some(d) => number = Some(number.unwrap_or(0) * 10 + u64::from(d)),
            None => total += number.take().unwrap_or(1) * unit(c)?,
        }
    }
    // A number without unit at the end, as in `1h30`.
    match number {
        Some(_) => Err(DurationError::NoUnit),
        None => Ok(total),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up() {
        assert_eq!(parse("1h30m"), Ok(5400));
    }

    #[test]
    fn explains_errors() {
        assert_eq!(parse("").unwrap_err().to_string(), "duration is empty");
        assert_eq!(parse("1h30").unwrap_err().to_string(), "‹number without unit→missing unit after number›");
        assert_eq!(parse("3w").unwrap_err().to_string(), "unknown unit: w");
    }
}
--- tests/cli.rs
use std::process::Command;

fn stderr_of(arg: &str) -> String {
    let output = Command::new("napper").arg(arg).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
#[ignore = "needs the installed program"]
fn prints_what_is_wrong() {
    assert_eq!(stderr_of("5"), "napper: ‹number without unit→missing unit after number›\n");
    assert_eq!(stderr_of("5x"), "napper: unknown unit: x\n");
}
