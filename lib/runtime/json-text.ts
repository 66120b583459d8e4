import { spelledOut } from '../domain/printable.ts';

const ACTING = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu;

/**
 * JSON in which nothing acts on the terminal that it is printed in: by itself it spells out only the controls below the
 * blank, and neither those above nor what turns the direction of a line. Whoever parses it reads the same value.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(ACTING, spelledOut);
}
