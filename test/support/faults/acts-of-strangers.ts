import { done } from './acts-of-owners.ts';
import { PLANTED_DOMAIN } from '../machines/planted.ts';
import type { TestService } from '../service/service.ts';

/** What people do who have nothing here, each act by itself. */
export function actsOfStrangers(service: TestService): (() => Promise<unknown>)[] {
  const message = { name: 'Ana', email: `writer${PLANTED_DOMAIN}`, message: 'Good morning' };
  const error = { code: 'UI-X', phase: 'load', message: `no mail to ana${PLANTED_DOMAIN}` };
  return [
    () => done(service.call('POST', '/api/contact', { body: message })),
    () => done(service.call('POST', '/api/visit', { body: { p: '/pricing' } })),
    () => done(service.call('POST', '/api/erro-cliente', { body: error })),
  ];
}
