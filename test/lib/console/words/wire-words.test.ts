import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { fieldIn, inWords, LABELS } from '../../../../lib/console/words/wire-words.ts';
import { operations } from '../../../../lib/contract/catalogue.ts';
import type { Operation } from '../../../../lib/contract/operation.ts';
import { fieldRules } from '../../../../lib/contract/field.ts';
import { startTestService } from '../../../support/service/service.ts';

const CONSOLE = resolve(import.meta.dirname, '../../../../lib/console');

/** The operations that a source with a form calls. */
function sentByForms(): (readonly [name: string, operation: Operation])[] {
  const literals = globSync('**/*.tsx', { cwd: CONSOLE })
    .map((path) => readFileSync(join(CONSOLE, path), 'utf8'))
    .filter((source) => source.includes('<Form'))
    .flatMap((source) => [...source.matchAll(/\bcall\('(\w+)'/g)].map(([, name]) => name));
  return operations.filter(([name, { method }]) => literals.includes(name) && method !== 'GET');
}

function fieldsOf({ body }: Operation): Record<string, z.ZodType> {
  return body && 'json' in body ? (body.json as z.ZodObject).shape : {};
}

describe('the fields of the forms', () => {
  it('are found', () => {
    const names = sentByForms().map(([name]) => name);

    expect(names).toEqual(
      expect.arrayContaining([
        'createMonitor',
        'patchMonitor',
        'importCrontab',
        'createDevice',
        'patchDevice',
        'submitReport',
        'createInput',
        'createCollections',
        'contactTeam',
        'buyCredit',
      ]),
    );
  });

  it.each(sentByForms())('of %s have each a label', (_, operation) => {
    for (const name of Object.keys(fieldsOf(operation))) expect(LABELS).toHaveProperty(name);
  });

  // What the service says of a value that no form can send.
  it.each(
    sentByForms().flatMap(([name, operation]) =>
      Object.entries(fieldsOf(operation)).map(([field, schema]) => [name, field, ruleOf(schema)] as const),
    ),
  )('of %s: a rule of %s is told in the words of the form', (_, field, rule) => {
    const said = inWords(`${field} must be ${rule}; got 12.`);

    expect(said).toContain(`“${LABELS[field as keyof typeof LABELS].split(',')[0]}” must be`);
    expect(said.replace(/“[^”]*”/g, '')).not.toMatch(/_sec|\bseconds\b|\bnull\b/);
    expect(fieldIn(`${field} must be ${rule}; got 12.`, [field as keyof typeof LABELS])).toBe(field);
  });
});

function ruleOf(schema: z.ZodType): string {
  const rule = fieldRules.get(schema)?.rule;
  if (rule !== undefined) return rule;
  return 'unwrap' in schema ? ruleOf((schema as z.ZodOptional<z.ZodType>).unwrap()) : 'something else';
}

describe('a sentence of the service', () => {
  it.each([
    ['nome is required: it was empty or blank.', '“Name” is required: it was empty or blank.'],
    [
      'max_duration_sec must be a whole number of seconds from 60 to 86400, or null or 0 to turn it off; got 12.',
      '“Run limit” must be between 1 min and 1 d.',
    ],
    [
      'grace_sec must be a whole number of seconds from 30 to 86400; got 5999940.',
      '“Grace” must be between 30 s and 1 d.',
    ],
    ['alert_url must start with https://; got http://x', '“Webhook” must start with https://; got http://x'],
    ['name must have a letter; got "cron must run".', '“Name” must have a letter; got "cron must run".'],
    ['There is no monitor of that name.', 'There is no monitor of that name.'],
  ])('%s', (sentence, words) => {
    expect(inWords(sentence)).toBe(words);
  });

  it('names the field that it begins with, and no other that a person wrote', () => {
    expect(fieldIn('name must have a letter; got "tz".', ['tz', 'name'])).toBe('name');
    expect(fieldIn('There is no monitor like "name".', ['tz', 'name'])).toBe(undefined);
  });

  it('is said of what the service really refuses', async () => {
    await using service = await startTestService();
    const guest = await service.guest();
    for (const [field, value] of Object.entries(REFUSED)) {
      const { status, json } = await guest.call('POST', '/api/endpoints', {
        name: 'backup',
        ...(field === 'interval_sec' ? {} : { cron: '0 4 * * *' }),
        [field]: value,
      });
      const detail = String(json['detail']);

      expect([field, status]).toEqual([field, 400]);
      expect(fieldIn(detail, [field as keyof typeof LABELS]) ?? detail).toBe(field);
      expect(inWords(detail).replace(/"[^"]*"/g, '')).not.toMatch(/\b[a-z]+_[a-z_]+\b/);
    }
  });
});

const REFUSED = {
  name: '!!!',
  interval_sec: 1,
  cron: '* *',
  tz: 'Nowhere',
  grace_sec: 1,
  max_duration_sec: 12,
  alert_after_failures: 99,
  tags: ['no way'],
  alert_to: 'nobody',
  alert_url: 'http://example.com',
};
