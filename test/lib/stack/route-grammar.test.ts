import { describe, expect, it } from 'vitest';
import { clash, faultsOfKey, meet } from '../../support/stack/route-grammar.ts';

describe('the grammar of route keys', () => {
  it.each([
    ['$default'],
    ['GET /'],
    ['ANY /in/{proxy+}'],
    ['PATCH /api/endpoints/{id}'],
    ['GET /openapi.json'],
  ])('has nothing against %s', (key) => {
    expect(faultsOfKey(key)).toEqual([]);
  });

  it.each([
    ['GET /api/', ['ends in a slash', 'has a segment that is neither text nor one parameter']],
    ['get /api', ['is no method and path']],
    ['/api', ['is no method and path', 'has no slash first']],
    ['GET api', ['has no slash first']],
    ['GET /a b', ['is no method and path']],
    ['GET /s/{token}.json', ['has a segment that is neither text nor one parameter']],
    ['GET /a//b', ['has a segment that is neither text nor one parameter']],
    ['GET /a/*', ['has a segment that is neither text nor one parameter']],
    ['ANY /a/{rest+}/b', ['goes on after a greedy parameter']],
    ['GET /a/{id}/b/{id}', ['names two parameters alike']],
  ])('finds what is wrong with %s', (key, faults) => {
    expect(faultsOfKey(key)).toEqual(faults);
  });

  it.each([
    ['GET /a/{id}', 'GET /a/{name}', true],
    ['GET /a/{id}', 'POST /a/{name}', false],
    ['GET /a/{id}', 'ANY /a/{name}', false],
    ['GET /a/{id}', 'GET /a/b', true],
    ['GET /a/{id}', 'POST /a/b', false],
    ['GET /a/{id}', 'ANY /a/b', true],
    ['ANY /a/{proxy+}', 'GET /a/b/c', true],
    ['ANY /a/{proxy+}', 'GET /a', false],
    ['ANY /a/{id}/b', 'ANY /a/{id}/c', false],
    ['ANY /a/{id}/b', 'ANY /a/{id}/b/{proxy+}', false],
  ])('%s and %s may fit one request: %s', (one, other, expected) => {
    expect(meet(one, other)).toBe(expected);
    expect(meet(other, one)).toBe(expected);
  });

  it.each([
    ['GET /a/{id}', 'ANY /a/{name}', true],
    ['GET /a/{id}', 'POST /a/{name}/b', true],
    ['GET /a/{id}/b', 'GET /a/{id}/{name}', false],
    ['GET /a/{id}/{one}', 'PUT /a/{id}/{two}', true],
    ['ANY /a/{proxy+}', 'GET /a/{id}', true],
    ['ANY /a/{proxy+}', 'ANY /b/{id}', false],
    ['GET /a/{id}', 'GET /a/b', false],
    ['GET /a/{id}', '$default', false],
  ])('%s and %s name one place in two ways: %s', (one, other, expected) => {
    expect(clash(one, other)).toBe(expected);
    expect(clash(other, one)).toBe(expected);
  });
});
