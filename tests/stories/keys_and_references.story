==== an npm script is renamed
kind: yaml-json-keys
--- package.json
{
  "scripts": {
    "«build:prod→build:release»": "vite build",
    "deploy": "npm run ‹build:prod→build:release› && rsync dist/ host:/srv"
  }
}
--- .github/workflows/deploy.yml
jobs:
  deploy:
    steps:
      - run: npm ci
      - run: npm run ‹build:prod→build:release›

==== a job that another one needs
kind: yaml-json-keys
--- .github/workflows/ci.yml
on: push
jobs:
  «test→unit-tests»:
    runs-on: ubuntu-latest
    steps:
      - run: make test
  deploy:
    needs: ‹test→unit-tests›
    runs-on: ubuntu-latest
    steps:
      - run: make deploy

==== a service of a compose file is renamed
kind: yaml-json-keys
--- compose.yaml
services:
  web:
    image: shop/web
    depends_on:
      - ‹db→postgres›
  «db→postgres»:
    image: postgres:16

==== a configuration key that Python reads
kind: yaml-json-keys
--- config.json
{
  "host": "localhost",
  "«max_conn→max_connections»": 10
}
--- pool.py
import json

config = json.load(open("config.json"))
pool = Pool(config["host"], config["‹max_conn→max_connections›"])

==== the name of a Docker stage
kind: yaml-json-keys
--- Dockerfile
FROM node:20 AS «build→builder»
WORKDIR /app
RUN npm run build

FROM nginx
COPY --from=‹build→builder› /app/dist /usr/share/nginx/html

==== an anchor of a YAML file
kind: yaml-json-keys
--- .gitlab-ci.yml
.defaults: &«base→defaults»
  image: node:20

test:
  <<: *‹base→defaults›
  script: npm test

lint:
  <<: *‹base→defaults›
  script: npm run lint

==== a volume of a compose file
kind: yaml-json-keys
--- compose.yaml
services:
  db:
    image: postgres:16
    volumes:
      - ‹data→pgdata›:/var/lib/postgresql/data

volumes:
  «data→pgdata»:

==== an environment variable in compose and code
kind: yaml-json-keys
--- compose.yaml
services:
  web:
    environment:
      «API_URL→BACKEND_URL»: http://api:8000
--- src/config.ts
export const apiUrl = process.env.‹API_URL→BACKEND_URL› ?? "";

==== a TypeScript path of a JSON translation
kind: yaml-json-keys
--- locales/en.json
{
  "cart": {
    "«checkout→pay»": "Check out",
    "empty": "Your cart is empty"
  }
}
--- locales/de.json
{
  "cart": {
    "‹checkout→pay›": "Zur Kasse",
    "empty": "Der Warenkorb ist leer"
  }
}
--- src/Cart.tsx
export const Cart = () => <button>{t("cart.‹checkout→pay›")}</button>;

==== a key is added to one translation
kind: yaml-json-keys
--- locales/en.json
{
  "title": "Shop",
  "empty": "Nothing here"«→,
  "total": "Total"»
}
--- locales/de.json
{
  "title": "Laden",
  "empty": "Hier ist nichts"‹→,
  "total": "Summe"¦@›
}

==== an OpenAPI schema is renamed
kind: yaml-json-keys
--- openapi.yaml
paths:
  /users:
    get:
      responses:
        "200":
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/‹User→Account›"
components:
  schemas:
    «User→Account»:
      type: object

==== the job of another workflow keeps its name
kind: silence
expect: silence
--- .github/workflows/test-many.yml
on: push
jobs:
  «test_matrix→test_many»:
    runs-on: ubuntu-latest
    steps:
      - run: make many
--- .github/workflows/test-old.yml
on: push
jobs:
  test_matrix:
    runs-on: ubuntu-latest
    steps:
      - run: make old
