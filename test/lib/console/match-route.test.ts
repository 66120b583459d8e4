import { expect, it } from 'vitest';
import { paramsOf, routeAt } from '../../../lib/console/match-route.ts';

it.each([
  ['/app', '/app', {}],
  ['/app', '/app/', {}],
  ['/', '/', {}],
  ['/app/monitors/:id', '/app/monitors/4c%2Fd', { id: '4c/d' }],
  ['/app/monitors/:id', '/app/monitors', null],
  ['/app/monitors/:id', '/app/monitors/', null],
  ['/app/monitors/:id', '/app/monitors/x/y', null],
  ['/app/monitors/:id', '/app/monitors/%E0%A4%A', null],
])('the pattern %s at %s gives %o', (pattern, path, params) => {
  expect(paramsOf(pattern, path)).toEqual(params);
});

it('the first route that matches is taken', () => {
  const routes = [{ path: '/app/new' }, { path: '/app/:name' }];

  expect(routeAt(routes, '/app/new')).toEqual({ route: routes[0], params: {} });
  expect(routeAt(routes, '/app/old')).toEqual({ route: routes[1], params: { name: 'old' } });
  expect(routeAt(routes, '/elsewhere')).toBeNull();
});
