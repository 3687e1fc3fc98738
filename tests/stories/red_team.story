==== half an edit: a lambda parameter in Python
kind: half-edit
--- report.py
def names(users):
    return sorted(users, key=lambda «u→user»: ‹u→user›.name)


def ages(users):
    return sorted(users, key=lambda u: u.age)

==== half an edit: a function literal in Go
kind: half-edit
--- report.go
package report

func mails(users []User) []string {
	return apply(users, func(«u→user» User) string { return ‹u→user›.Mail })
}

func names(users []User) []string {
	return apply(users, func(u User) string { return u.Name })
}

==== half an edit: a loop in one line
kind: half-edit
--- sum.js
function price(items) {
  let sum = 0;
  for (const «i→item» of items) sum += ‹i→item›.price;
  return sum;
}

function weight(items) {
  let sum = 0;
  for (const i of items) sum += i.weight;
  return sum;
}

==== half an edit: a comprehension
kind: half-edit
--- report.py
def names(users):
    return [‹u→user›.name for «u→user» in users]


def ages(users):
    return [u.age for u in users if u.age]

==== half an edit: a closure in Rust
kind: half-edit
--- report.rs
fn names(users: &[User]) -> Vec<String> {
    users.iter().map(|«u→user»| ‹u→user›.name.clone()).collect()
}

fn mails(users: &[User]) -> Vec<String> {
    users.iter().map(|u| u.mail.clone()).collect()
}

==== half an edit: a lambda in Java
kind: half-edit
--- Report.java
class Report {
    List<String> names(List<User> users) {
        return users.stream().map(«u→user» -> ‹u→user›.getName()).toList();
    }

    List<String> mails(List<User> users) {
        return users.stream().map(u -> u.getMail()).toList();
    }
}

==== half an edit: a block in Ruby
kind: half-edit
--- report.rb
def names(users)
  users.map { |«u→user»| ‹u→user›.name }
end

def mails(users)
  users.map { |u| u.mail }
end

==== a method of a client is replaced in each call
kind: half-edit
--- a.py
def first(client):
    return client.«fetch→load»("first", timeout=1)


def second(client):
    return client.‹fetch→load›("second", timeout=1)


def third(client):
    return client.‹fetch→load›("third", timeout=1)
