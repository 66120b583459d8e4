import { describe, expect, it } from 'vitest';
import {
  mebibytesOf,
  numberOf,
  percentOf,
  present,
  riseOf,
  signedNumberOf,
  taggedCount,
  taggedNumber,
  taggedWords,
  totalOf,
} from '../../../../../lib/domain/machines/measures/lines.ts';

describe('numberOf', () => {
  it.each([
    ['0', 0],
    ['12.50', 12.5],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('takes %s', (text, value) => expect(numberOf(text)).toBe(value));

  it.each([
    '9007199254740992',
    '18446744073709551615',
    '-1',
    '1e3',
    'NaN',
    '0x10',
    '1,5',
    '.5',
    '5.',
    ' 1',
    '',
  ])('takes no %j', (text) => expect(numberOf(text)).toBeUndefined());
});

it('takes a minus only where one is asked for', () => {
  expect(signedNumberOf('-0.25')).toBe(-0.25);
  expect(signedNumberOf('--1')).toBeUndefined();
  expect(signedNumberOf('3')).toBe(3);
});

it('passes over a bad line to a good one of the same tag', () => {
  const lines = ['a=', 'a=NaN', 'a=-1', 'ab=7', ' a=8', 'a= 9 kB', 'a=10'];
  expect(taggedNumber(lines, 'a=')).toBe(9);
  expect(taggedWords(lines, 'a=')).toEqual(['NaN']);
  expect(taggedCount(['n=1.5'], 'n=')).toBeUndefined();
});

it('knows a counter that rose, and not one that went back', () => {
  expect(riseOf(5, 7)).toBe(2);
  expect(riseOf(7, 7)).toBe(0);
  expect(riseOf(7, 5)).toBeUndefined();
  expect(riseOf(undefined, 5)).toBeUndefined();
});

it('takes shares of something only', () => {
  expect(percentOf(1, 3)).toBe(33.33);
  expect(percentOf(3.01, 3)).toBe(100);
  expect(percentOf(0, 0)).toBeUndefined();
  expect(percentOf(-1, 3)).toBeUndefined();
  expect(mebibytesOf(1_536)).toBe(1.5);
});

it('sums only what is all known, and keeps only what is exact', () => {
  expect(totalOf([1, 2])).toBe(3);
  expect(totalOf([1, undefined])).toBeUndefined();
  expect(totalOf([])).toBeUndefined();
  expect(present({ a: 1, b: undefined, c: 'x', d: NaN, e: 2 ** 60 })).toEqual({ a: 1, c: 'x' });
  expect(present({ a: undefined })).toBeNull();
});
