"""What docs/openapi.json says of documents, with the schemas of docs/schema/ that it refers to."""

import functools
import json
import re

import jsonschema

from built import HOME


def described():
    """Returns openapi.json with these schemas under "files": references lead within one document."""
    text = re.sub(r'"(schema/[\w-]+\.json)#?', r'"#/files/\1', (HOME / "docs/openapi.json").read_text("utf-8"))
    files = {}
    for name in set(re.findall(r'"#/files/schema/([\w-]+\.json)', text)):
        schema = (HOME / "docs/schema" / name).read_text("utf-8")
        files[name] = json.loads(schema.replace('"#/', f'"#/files/schema/{name}/'))
        del files[name]["$id"]  # to which they would be relative
    return {**json.loads(text), "files": {"schema": files}}


OPENAPI = described()


@functools.cache
def validator(schema):
    """Returns what checks documents against a schema, which is given as JSON."""
    whole = {**json.loads(schema), "components": OPENAPI["components"], "files": OPENAPI["files"]}
    jsonschema.Draft202012Validator.check_schema(whole)
    return jsonschema.Draft202012Validator(whole)


def check(schema, document):
    """Fails unless the document is as the schema describes it."""
    validator(json.dumps(schema)).validate(document)


def check_shape(name, document):
    """Fails unless the document is as one of the file's schemas, by name, describes it."""
    check({"$ref": f"#/components/schemas/{name}"}, document)


def check_answer(method, path, status, kind, body):
    """Fails unless the OpenAPI file has the answer of a route."""
    if not path.startswith("/api") or kind != "application/json":
        return
    if status >= 400:
        return check_shape("Error", json.loads(body))
    steps = path.partition("?")[0].split("/")
    for pattern, operations in OPENAPI["paths"].items():
        parts = pattern.split("/")
        if len(parts) == len(steps) and method.lower() in operations and all(
                part == step or part[:1] == "{" for part, step in zip(parts, steps)):
            answers = operations[method.lower()]["responses"]
            return check(answers[str(status)]["content"][kind]["schema"], json.loads(body))
    raise AssertionError(f"openapi.json has no {method} {path}")
