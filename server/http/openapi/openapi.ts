import { z } from 'zod';
import { type Call, fileTypes, isAppended } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { message } from '#contract/messages/message.ts';
import { rolesWith } from '#contract/permissions.ts';
import { Refusal, type RefusalBody, type RefusalCode, refusalBody, refusalStatus } from '#contract/refusals.ts';
import { roles } from '#contract/roles.ts';

export type Schema = z.core.JSONSchema.BaseSchema;

/** The part of OpenAPI 3.1 that this API uses. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers?: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, Schema> };
}

export interface Operation {
  /** `subject.name` of the call in the contract. */
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema: Schema;
  encoding?: Record<string, { contentType: string }>;
  examples?: Record<string, { summary: string; value: RefusalBody }>;
}

interface Answer {
  description: string;
  content?: Record<string, Content>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const BYTES: Schema = { type: 'string', contentMediaType: 'application/octet-stream' };
const REFUSAL = '#/components/schemas/Refusal';

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version that the caller has seen; another one is refused',
  schema: { type: 'string' },
};

const RULES = `Money is a JSON number in rupees with at most 2 decimals; text such as 120.50 is accepted too. A day is
YYYY-MM-DD in the market's calendar (Asia/Colombo). An instant is ISO 8601 UTC with milliseconds; a
date and time without a zone is Colombo's. A key that a call does not know is refused by name. New keys may be
added to answers; existing keys are never removed.

All refusals have one shape: a stable code, a sentence for people, and for bad input the fields with errors. An internal
error is 500 with the code internal, or ledger_differs when stored amounts do not match their entries; temporary
unavailability is 503 with the code not_ready.

Public reads need no token and can be called from any site. They carry an ETag: send it back as If-None-Match to get
304 when nothing has changed. They are the market's open data.

A call that takes If-Match replaces an object. Send the ETag of the object as If-Match, or as version in the body, to
be refused with 412 changed_meanwhile and the current object when somebody else has changed it; without, the last write
wins. A call with Idempotency-Key repeats its first answer.

A program needs no password: a superadmin makes it a token, which begins with pola_, has an end and can be revoked. It is
sent as a bearer token and reads what its scopes name.`;

export function openApiDocument(centreName: string, publicUrl?: string): OpenApiDocument {
  const calls = listCalls();
  const paths: OpenApiDocument['paths'] = {};
  for (const { name, subject, entry } of calls) {
    const path = entry.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(name, subject, entry) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${centreName}: the API`, version: '1', description: RULES },
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
    tags: [...new Set(calls.map(({ subject }) => subject))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: refusalSchema() },
    },
  };
}

function operation(name: string, subject: string, entry: Call): Operation {
  const parameters = [
    ...parametersOf(entry.params, 'path'),
    ...parametersOf(entry.query, 'query'),
    ...(entry.writes === 'versioned' ? [IF_MATCH] : []),
  ];
  const body = entry.body && requestBody(entry, schemaOf(entry.body, 'input'));
  return {
    operationId: name,
    tags: [subject],
    summary: entry.summary,
    description: whoMay(entry),
    security: entry.permission === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [String(entry.status ?? 200)]: {
        description: 'Success.',
        content: answerContent(entry),
      },
      ...(isAppended(entry) &&
        entry.status === 201 && {
          200: { description: 'Repeated: the first answer to the same request.', content: answerContent(entry) },
        }),
      ...(entry.writes === 'started' && {
        202: { description: 'Accepted. The work goes on.', content: answerContent(entry) },
      }),
      ...(entry.cached && { 304: { description: 'Nothing has changed since the ETag sent as If-None-Match.' } }),
      ...refusalAnswers([...new Set([...commonRefusals(entry), ...entry.refusals])]),
    },
  };
}

function answerContent({ file, answer }: Call): Record<string, Content> {
  const schema = schemaOf(answer, 'output');
  if (!file) return { [JSON_TYPE]: { schema } };
  return Object.fromEntries(
    file.map((format) => {
      const [mediaType = '', parameters] = fileTypes[format].split(';');
      return [mediaType, { schema: parameters === undefined ? BYTES : schema }];
    }),
  );
}

function whoMay({ permission, scope }: Call): string {
  if (permission === 'public') return 'Anyone may call it, without a token.';
  const ofRoles = `Needs the permission ${permission}, which these roles have: ${rolesWith(permission).join(', ')}.`;
  return scope === undefined ? ofRoles : `${ofRoles} So may a program whose token has the scope ${scope}.`;
}

function commonRefusals(entry: Call): RefusalCode[] {
  const { method, permission } = entry;
  const takesInput = entry.params ?? entry.query ?? entry.body;
  const isPublic = permission === 'public';
  return [
    ...(takesInput ? (['invalid_input'] as const) : []),
    ...(method === 'GET' ? [] : (['malformed_body', 'too_large', 'unsupported_type'] as const)),
    ...(isPublic ? [] : (['unauthorized'] as const)),
    ...(isPublic || rolesWith(permission).length === roles.length ? [] : (['not_allowed'] as const)),
    ...(isPublic || permission === 'session.own'
      ? []
      : (['password_change_required', 'second_factor_missing'] as const)),
    ...(entry.writes === 'versioned' ? (['changed_meanwhile'] as const) : []),
  ];
}

function parametersOf(schema: z.ZodObject | undefined, place: Parameter['in']): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties as Record<string, Schema>).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

const UPLOADS = {
  image: { contentType: 'image/jpeg, image/png, image/webp, image/avif', description: 'A picture, up to 10 MB' },
  piece: { contentType: 'application/octet-stream', description: 'The next bytes of the file, up to 10 MB' },
} as const;

function requestBody({ upload }: Call, schema: Schema): Operation['requestBody'] {
  const json = { [JSON_TYPE]: { schema } };
  if (!upload) return { required: true, content: json };
  const { contentType, description } = UPLOADS[upload];
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description };
  const form = {
    schema: { ...schema, properties: { ...schema.properties, [upload]: file } } as Schema,
    encoding: { [upload]: { contentType } },
  };
  return { required: true, content: { [FORM_TYPE]: form, ...json } };
}

function refusalAnswers(codes: readonly RefusalCode[]): Record<string, Answer> {
  const byStatus = Map.groupBy(codes, (code) => refusalStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.map((code) => `${code}: ${message(`refusals.${code}`)}`).join('\n\n'),
        content: {
          [JSON_TYPE]: {
            schema: { $ref: REFUSAL, properties: { code: { enum: some } } },
            examples: Object.fromEntries(
              some.map((code) => [
                code,
                { summary: message(`refusals.${code}`), value: refusalBody(new Refusal(code)) },
              ]),
            ),
          },
        },
      },
    ]),
  );
}

function refusalSchema(): Schema {
  const detail = z.object({
    field: z.string().meta({ description: 'As the sender named it: 3.min_price' }),
    message: z.string().meta({ description: 'What to do about it' }),
  });
  const body = z.object({
    success: z.literal(false),
    code: z.enum(Object.keys(refusalStatus)).meta({ description: 'Stable, for programs' }),
    message: z.string().meta({ description: 'A sentence for people' }),
    error: z.string().meta({ description: 'The same sentence, for clients of the specification' }),
    details: z.array(detail).optional(),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Of changed_meanwhile: the object as it is stored now' }),
    second_step: z
      .object({
        challenge: z.string(),
        has_app: z.boolean(),
        passkeys: z.array(z.string()).meta({ description: 'Credential ids' }),
        site: z.string(),
        origin: z.string(),
      })
      .optional()
      .meta({ description: 'Of second_factor_required: how the sign-in goes on' }),
  });
  return schemaOf(body, 'output');
}

/** Returns the JSON Schema without `additionalProperties: false`, and without the limits of safe integers. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return made;
}
