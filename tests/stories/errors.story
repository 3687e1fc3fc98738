==== throws is added to a Java method
kind: error-handling
--- src/Loader.java
import java.io.IOException;

public class Loader {
    String read(String path)«→ throws IOException» {
        return Files.readString(Path.of(path));
    }

    List<String> lines(String path)‹→ throws IOException¦@› {
        return List.of(read(path).split("\n"));
    }
}

==== throws is added to an implementation
kind: error-handling
--- src/Source.java
import java.io.IOException;

public interface Source {
    String next()‹→ throws IOException›;
}
--- src/FileSource.java
import java.io.IOException;

public class FileSource implements Source {
    private final BufferedReader reader;

    FileSource(BufferedReader reader) {
        this.reader = reader;
    }

    @Override
    public String next()«→ throws IOException» {
        return reader.readLine();
    }
}

==== one error of a Go function is wrapped
kind: error-handling
--- store/open.go
package store

import "fmt"

func Open(path string) (*Store, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, «err→fmt.Errorf("open %s: %w", path, err)»
	}
	header, err := readHeader(file)
	if err != nil {
		return nil, ‹err→fmt.Errorf("read header: %w", err)¦@¦re:fmt\.Errorf\(".*: %w", .*err\)›
	}
	return &Store{file, header}, nil
}

==== context for errors in Rust
kind: error-handling
--- src/load.rs
use anyhow::{Context, Result};

pub fn load(path: &Path) -> Result<Config> {
    let text = fs::read_to_string(path)«→.context("read config")»?;
    let config = toml::from_str(&text)‹→.context("parse config")¦@¦re:\.context\(".*"\)›?;
    Ok(config)
}

==== a checked exception and callers that handle it
kind: error-handling
--- src/Store.java
import java.io.IOException;

public class Store {
    void save(String text)«→ throws IOException» {
        write(text);
    }

    void close() {
        try {
            save("end");
        } catch (IOException e) {
            log(e);
        }
    }

    void flush()‹→ throws IOException¦@› {
        save("flush");
    }

    void all() throws Exception {
        save("all");
    }
}

==== errors of two functions are wrapped with different words
kind: error-handling
--- store/load.go
package store

import "fmt"

func Load(path string) (*Config, error) {
	data, err := read(path)
	if err != nil {
		return nil, «err→fmt.Errorf("load %s: %w", path, err)»
	}
	return parse(data)
}

func Save(path string, config *Config) error {
	data, err := encode(config)
	if err != nil {
		return ‹err→fmt.Errorf("save %s: %w", path, err)¦@¦re:fmt\.Errorf\(".*%w", .*err\)›
	}
	if err := write(path, data); err != nil {
		return ‹err→fmt.Errorf("write %s: %w", path, err)¦@¦re:fmt\.Errorf\(".*%w", .*err\)›
	}
	return nil
}

==== map_err is added to one of two results
kind: error-handling
--- src/io.rs
pub fn read(path: &Path) -> Result<Data, Error> {
    let text = fs::read_to_string(path)«→.map_err(Error::Read)»?;
    let data = serde_json::from_str(&text)‹→.map_err(Error::Parse)¦@¦re:\.map_err\(.*\)›?;
    Ok(data)
}

==== an exported Go error is returned instead of a text
kind: error-handling
--- auth/login.go
package auth

import "errors"

var ErrDenied = errors.New("denied")

func Login(name string) error {
	if name == "" {
		return «errors.New("denied")→ErrDenied»
	}
	return nil
}

func Admin(name string) error {
	if name != "root" {
		return ‹errors.New("denied")→ErrDenied›
	}
	return nil
}

==== a raised error becomes one of our own
kind: error-handling
--- api.py
class ApiError(Exception):
    pass


def user(data):
    if "name" not in data:
        raise «ValueError→ApiError»("name is missing")
    return data["name"]


def mail(data):
    if "mail" not in data:
        raise ‹ValueError→ApiError›("mail is missing")
    return data["mail"]

==== the catch of a promise
kind: error-handling
--- src/load.js
export function users() {
  return get("/users").then(show)«→.catch(report)»;
}

export function orders() {
  return get("/orders").then(show)‹→.catch(report)›;
}

==== messages in the words of the calls
kind: error-handling
--- store/sync.go
package store

import "fmt"

func (s *Store) Sync() error {
	index, err := s.readIndex()
	if err != nil {
		return «err→fmt.Errorf("read index: %w", err)»
	}
	if err := s.writeBlocks(index); err != nil {
		return ‹err→fmt.Errorf("write blocks: %w", err)›
	}
	return nil
}

==== a question mark only where the function returns a result
kind: error-handling
--- src/ports.rs
use std::fs;
use std::num::ParseIntError;

pub fn first_port(row: &str) -> Result<u16, ParseIntError> {
    let port = row.trim().parse()«.unwrap()→?»;
    let last = row.trim_start().parse()‹.unwrap()→?›;
    Ok(u16::max(port, last))
}

pub fn main_port(row: &str) -> u16 {
    row.trim().parse().unwrap()
}

pub fn count(rows: &[&str]) -> usize {
    rows.iter().map(|row| row.trim().parse::<usize>().unwrap()).sum()
}

==== await only in functions that are async
kind: async-propagation
--- src/sync.ts
import { store } from "./store";

export async function push(rows: string[]): Promise<void> {
  for (const row of rows) {
    «store.put(row);→await store.put(row);»
  }
}

export async function pull(rows: string[]): Promise<void> {
  for (const row of rows) {
    ‹store.put(row);→await store.put(row);›
  }
}

export function enqueue(rows: string[]): void {
  for (const row of rows) {
    store.put(row);
  }
}

==== the rest of a function after its result was wrapped
kind: error-handling
--- src/report.rs
use std::fs::File;
use std::io;

pub fn sizes(names: &[&str]) -> «Vec<u64>→io::Result<Vec<u64>>» {
    let mut found = Vec::new();
    let list = File::open("names.txt")«.unwrap()→?»;
    for name in names {
        let file = File::open(name)‹.unwrap()→?›;
        found.push(file.metadata()‹.unwrap()→?›.len());
    }
    drop(list);
    ‹found→Ok(found)›
}

pub fn largest(names: &[&str]) -> u64 {
    let file = File::open(names[0]).unwrap();
    file.metadata().unwrap().len()
}

==== every call of one client gets the timeout
kind: change-signature
--- worker/poll.py
from worker.settings import TIMEOUT


def poll(client, store):
    jobs = client.jobs("open"«→, timeout=TIMEOUT»)
    client.claim(jobs[0]«→, timeout=TIMEOUT»)
    store.put(jobs)
    client.finish(jobs[0].id, "done"‹→, timeout=TIMEOUT›)
    store.close(jobs)

==== the check of a new error
kind: return-type
--- store/open.go
package store

func readIndex(path string) «*Index→(*Index, error)» {
	index, err := parse(path)
	if err != nil {
		return nil‹→, err›
	}
	return index‹→, nil›
}

func Open(path string) (*Store, error) {
	index‹→, err› := readIndex(path)‹→
	if err != nil {
		return nil, err
	}›
	return &Store{index: index}, nil
}

==== a check that is not certain is not written
kind: return-type
--- cache/warm.go
package cache

func load(key string) «string→(string, error)» {
	return fetch(key), nil
}

func warm(keys []string) {
	for _, key := range keys {
		value‹→, err¦, _› := load(key)
		store(key, value)
	}
}
