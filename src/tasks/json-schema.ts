// docs/task.schema.json and the table of fields in docs/tasks.md, made from the shape in `schema.ts` and the words in
// `field-docs.ts`. A field that has no words, or words without a field, throws: the test that compares the files says so.
import { FIELD_DOCS } from './field-docs.ts';
import { taskSchema } from './schema.ts';

export interface JsonSchema {
  [key: string]: unknown;
}

/** The parts of a valibot schema that are used here. Source: https://valibot.dev/guides/internal-architecture */
interface Shape {
  readonly type: string;
  readonly pipe?: readonly (Shape & { readonly requirement?: unknown })[];
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly value?: Shape;
  readonly wrapped?: Shape;
  readonly default?: unknown;
  readonly options?: readonly string[];
}

/** One field: where it stands, what it holds, and whether it may be left out. */
export interface Field {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

/** The schema of task.json, draft 2020-12. */
export function taskJsonSchema(): JsonSchema {
  const fields: Field[] = [];
  const schema = schemaOf(taskSchema as unknown as Shape, '', fields);
  const undescribed = Object.keys(FIELD_DOCS).filter((path) => !fields.some((field) => field.path === path));
  if (undescribed.length > 0) throw new Error(`field-docs: ${undescribed.join(', ')} is no field of task.json`);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'by-accident/task@1',
    title: 'A task of By Accident: task.json',
    description: 'The folder around it is described in docs/tasks.md. Made from src/tasks/schema.ts.',
    ...schema,
  };
}

/** All fields, in the order of `FIELD_DOCS`. */
export function taskFields(): readonly Field[] {
  const fields: Field[] = [];
  schemaOf(taskSchema as unknown as Shape, '', fields);
  const order = Object.keys(FIELD_DOCS);
  return fields.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
}

function schemaOf(shape: Shape, path: string, fields: Field[]): JsonSchema {
  if (shape.type === 'optional') {
    const inner = schemaOf(shape.wrapped as Shape, path, fields);
    const value = shape.default;
    return value === undefined ? inner : { ...inner, default: value };
  }
  if (shape.type === 'nullable') return { oneOf: [schemaOf(shape.wrapped as Shape, path, fields), { type: 'null' }] };
  if (shape.pipe) return Object.assign({}, ...shape.pipe.map((part) => partOf(part, path, fields))) as JsonSchema;
  return partOf(shape, path, fields);
}

function partOf(part: Shape & { readonly requirement?: unknown }, path: string, fields: Field[]): JsonSchema {
  const { requirement } = part;
  switch (part.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return { type: part.type };
    case 'integer':
      return { type: 'integer' };
    case 'regex':
      return { pattern: (requirement as RegExp).source };
    case 'non_empty':
      return { pattern: '\\S' };
    case 'min_value':
      return { minimum: requirement };
    case 'min_length':
      return { minItems: requirement };
    case 'picklist':
      return { enum: part.options };
    case 'array':
      return { type: 'array', items: described(part.item as Shape, `${path}[]`, false, fields) };
    case 'record':
      return { type: 'object', additionalProperties: described(part.value as Shape, `${path}{}`, false, fields) };
    case 'strict_object':
      return objectOf(part.entries ?? {}, path, fields);
    // Any value; a custom check stands before an object, which says the same; `trim` changes nothing that is refused.
    case 'unknown':
    case 'custom':
    case 'trim':
      return {};
    default:
      throw new Error(`json-schema: ${part.type} at ${path} has no JSON schema yet`);
  }
}

function objectOf(entries: Readonly<Record<string, Shape>>, path: string, fields: Field[]): JsonSchema {
  const inside = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const required = Object.keys(entries).filter((key) => entries[key]?.type !== 'optional');
  return {
    type: 'object',
    additionalProperties: false,
    required,
    properties: Object.fromEntries(
      Object.entries(entries).map(([key, shape]) => [
        key,
        described(shape, inside(key), !required.includes(key), fields),
      ]),
    ),
  };
}

function described(shape: Shape, path: string, optional: boolean, fields: Field[]): JsonSchema {
  const description = FIELD_DOCS[path];
  if (description === undefined) throw new Error(`field-docs: the field ${path} of task.json is not described`);
  const schema = schemaOf(shape, path, fields);
  fields.push({ path, schema, optional });
  return { description, ...schema };
}

/** The same as a Markdown table, a line for each field. */
export function fieldTable(): string {
  const lines = taskFields()
    .filter(({ path }) => !/(\[\]|\{\})$/.test(path))
    .map(({ path, schema, optional }) => {
      const fallback = 'default' in schema ? `, else ${code(JSON.stringify(schema['default']))}` : '';
      const may = optional ? `may be left out${fallback}` : 'needed';
      return `| \`${path}\` | ${valueOf(schema)} | ${may} | ${(FIELD_DOCS[path] ?? '').replaceAll('|', '\\|')} |`;
    });
  return ['| field | value | | meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function valueOf(schema: JsonSchema): string {
  const choices = schema['enum'] as readonly string[] | undefined;
  if (choices) return choices.map((one) => code(JSON.stringify(one))).join(', ');
  if (schema['oneOf']) return 'object or null';
  return { string: 'text', boolean: 'true or false', array: 'list' }[String(schema['type'])] ?? String(schema['type']);
}

function code(text: string): string {
  return `\`${text}\``;
}
