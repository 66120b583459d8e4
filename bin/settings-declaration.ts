import type { AwsSetting } from '../lib/config/settings/setting.ts';
import { stackRows } from '../lib/stack/settings-from-props.ts';

/**
 * The declaration of `RollcallSettings` in the package, with what docs/deploy.md says of each setting. In the sources the type
 * follows from the table itself; test/referees/package holds one against the other.
 */
export function settingsDeclaration(): string {
  const members = stackRows.map(([name, row]) => `${docsOf(row)}\n  readonly ${name}?: ${typeOf(row)};`);
  return `/** The settings of a deployment. None is required. */\nexport interface RollcallSettings {\n${members.join('\n')}\n}\n`;
}

function docsOf({ says, rule, default: value, unset }: AwsSetting): string {
  const lines = [
    `${says.replace(/^\w/, (first) => first.toUpperCase())}.`,
    `It must be ${rule}.`,
    `@default ${unset ?? (value === undefined ? 'none' : JSON.stringify(value))}`,
  ];
  const text = lines.map(
    (line) => `   * ${line.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('*/', '*\\/')}`,
  );
  return `  /**\n${text.join('\n')}\n   */`;
}

/** What its form makes of what its rule names. */
function typeOf({ form, rule }: AwsSetting): string {
  if (form('true') === true) return 'boolean';
  const number = /\d+/.exec(rule)?.[0];
  if (number !== undefined && typeof form(number) === 'number') return 'number';
  const words = rule.split(/, | or /);
  return words.every((word) => form(word) === word) && form(words.join()) === undefined
    ? words.map((word) => `'${word}'`).join(' | ')
    : 'string';
}
