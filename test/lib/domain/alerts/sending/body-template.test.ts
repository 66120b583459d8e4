import { describe, expect, it } from 'vitest';
import {
  filledTemplate,
  TEMPLATE_FIELDS,
  templateFault,
  type TemplateValues,
} from '../../../../../lib/domain/alerts/sending/body-template.ts';
import { LIMITS } from '../../../../../lib/domain/limits.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const values = (some: Partial<TemplateValues>): TemplateValues => ({
  ...(Object.fromEntries(TEMPLATE_FIELDS.map((name) => [name, null])) as TemplateValues),
  ...some,
});

describe('filledTemplate', () => {
  const hostile = values({ name: 'a "b"\n\\ & {{text}} =✓', text: 'no' });

  it.each([
    [JSON_TYPE, '{"a":"{{name}}"}', '{"a":"a \\"b\\"\\n\\\\ & {{text}} =✓"}'],
    [FORM, 'a={{ name }}&b=1', 'a=a%20%22b%22%0A%5C%20%26%20%7B%7Btext%7D%7D%20%3D%E2%9C%93&b=1'],
    ['text/plain', '> {{name}}', '> a "b"\n\\ & {{text}} =✓'],
  ] as const)('escapes values for %s and fills each place once', (type, template, filled) => {
    expect(filledTemplate(template, type, hostile)).toBe(filled);
  });

  it('leaves empty what there is not', () => {
    expect(filledTemplate('[{{exit_code}}]', 'text/plain', values({}))).toBe('[]');
  });
});

describe('templateFault', () => {
  it.each([
    ['{"text":"{{name}}: {{text}}","n":{{incident}},"in":[{"a":{"b":{{alert}}}}]}', JSON_TYPE],
    ['{"code":"{{exit_code}}"}', JSON_TYPE],
    ['a={{name}}', FORM],
    ['{{name}}\n{{output}}', 'text/plain'],
  ] as const)('finds none in %s', (template, type) => {
    expect(templateFault(template, type)).toBe(null);
  });

  it.each([
    ['{"a":{{name}}}', JSON_TYPE, /must be JSON/],
    ['{"a":{{exit_code}}}', JSON_TYPE, /must be JSON/],
    ['{"a":{{incident}}{{alert}}}', JSON_TYPE, /must be JSON/],
    ['{"a":"{{name}}"', JSON_TYPE, /must be JSON/],
    ['a={{nmae}}', FORM, /names an unknown field; there are type, text/],
    ['a={{constructor}}', FORM, /names an unknown field/],
    ['a={{}}', FORM, /names an unknown field/],
    ['{{name} and {{', 'text/plain', /\{\{ without/],
    ['', 'text/plain', /1 to 2000/],
    ['x'.repeat(LIMITS.channelBodyMaxChars + 1), 'text/plain', /1 to 2000/],
    ['\u0000', 'text/plain', /control/],
    ['{{name}}'.repeat(LIMITS.channelBodyFieldsMax + 1), 'text/plain', /at most 40/],
  ] as const)('finds one in %s', (template, type, fault) => {
    expect(templateFault(template, type)).toMatch(fault);
  });

  it('lets pass as JSON only what is JSON whatever the values are', () => {
    const names = ['name', 'output', 'incident', 'alert', 'exit_code', 'grace_sec'];
    const pieces = [
      ...names.flatMap((name) => [`{{${name}}}`, `"{{${name}}}"`, `"a\\n{{${name}}} "`, `-{{${name}}}`]),
      ',',
      '1',
      '.5',
      'null',
      '{"{{name}}":2}',
    ];
    const between = ['', ',', ':'].flatMap((sign) => pieces.map((piece) => sign + piece));
    const templates = pieces.flatMap((piece) => ['', ...between].map((more) => `[${piece}${more}]`));
    const taken = templates.filter((template) => templateFault(template, JSON_TYPE) === null);
    expect(taken.length).toBeGreaterThan(100);
    expect(taken.length).toBeLessThan(templates.length);

    const some = [0, 7, 4_711].flatMap((incident) =>
      [null, 0, 12].flatMap((exit_code) =>
        [null, '', '"', '\\', '{{name}}\n\ud800', '1', ','].map((name) =>
          values({ name, output: name, incident, alert: incident && 1, exit_code, grace_sec: exit_code }),
        ),
      ),
    );
    for (const template of taken)
      for (const each of some) JSON.parse(filledTemplate(template, JSON_TYPE, each));
  });
});
