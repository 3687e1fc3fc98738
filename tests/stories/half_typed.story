==== the value of a dict entry
kind: half-typed
--- user.py
class User:
    def __init__(self, name, mail, created_at):
        self.name = name
        self.mail = mail
        self.created_at = created_at

    def as_dict(self):
        return {
            "name": self.name,
            "mail": self.mail,«→
            "created_at": »‹→self.created_at,¦self.created_at›
        }

==== the right side of an assignment
kind: half-typed
--- src/options.ts
export class Options {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;

  constructor(values: Partial<Options>) {
    this.host = values.host ?? "localhost";
    this.port = values.port ?? 80;«→
    this.secure = »‹→values.secure ?? false;¦re:values\.secure(?: \?\? \w+)?;?›
  }
}

==== the body of the next case
kind: half-typed
--- src/Opener.java
package files;

public class Opener {
    Document open(String type, Path path) {
        switch (type) {
            case "text":
                return openText(path);
            case "image":
                return openImage(path);«→
            case "sound":»‹→
                return openSound(path);›
            default:
                throw new IllegalArgumentException(type);
        }
    }
}

==== the argument of a setter
kind: half-typed
--- form.go
package form

func (f *Form) Fill(user User) {
	f.SetName(user.Name)
	f.SetMail(user.Mail)«→
	f.SetPhone(»‹→user.Phone)¦user.Phone›
}

==== the rest of a match arm
kind: half-typed
--- src/unit.rs
pub fn seconds(unit: &str) -> Option<u64> {
    match unit {
        "second" => Some(SECOND),
        "minute" => Some(MINUTE),«→
        "hour" => »‹→Some(HOUR),¦Some(HOUR)›
        _ => None,
    }
}
