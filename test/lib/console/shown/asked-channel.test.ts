import { expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);
const TO = 'colleague@example.net';

it('a channel says that its address has not agreed yet, a day later that it can be asked again, and what it has said', async () => {
  const guest = await service.guest();
  const notice = async () => (await shownAt(service, '/app/channels', { guest })).seen.text;
  await guest.call('POST', '/api/channels', { to: TO });
  await service.drain();
  expect(await notice()).toMatch(/colleague@example\.net has not confirmed yet.*ask again a day after that/s);

  service.clock.advance(86_400);
  expect(await notice()).toMatch(/has not confirmed yet.*Ask again/s);

  const [mail] = service.mailbox.messages();
  const page = /\/email\/[^\s]+/.exec(mail?.text ?? '')?.[0];
  await service.call('POST', `${page}/unsubscribe`);
  expect(await notice()).toContain(`${TO} declined alerts`);
  await service.call('POST', `${page}/confirm`);
  expect(await notice()).toContain('Nothing sent yet');
});
