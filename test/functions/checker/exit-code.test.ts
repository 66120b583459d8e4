import { beforeAll, expect, it } from 'vitest';
import { consentPathIn } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let id: string;

const service = shared(startTestService);
const receiver = shared(startReceiver);
const alice = shared(() => service.guest());
beforeAll(async () => {
  const channels = { alert_url: receiver.url, alert_to: 'alice@example.com', alert_repeat_sec: 3_600 };
  id = (await alice.createMonitor({ interval_sec: 3_600, ...channels }))['id'];
  await service.drain();
  const question = service.mailbox.messages()[0]?.text ?? '';
  const path = consentPathIn(question);
  await service.call('POST', `${path}/confirm`);
});

const posted = () => receiver.received.map(({ json }) => [json['type'], json['alert'], json['exit_code']]);

it('the alert of a failure tells its exit code, its repeats the last one, and the recovery none', async () => {
  await service.call('GET', `/in/${id}/137`);
  await service.check();

  expect(posted()).toEqual([['service.miss', 1, 137]]);
  expect(receiver.received[0]?.json['text']).toContain('itself, with exit code 137.');
  const [mail] = service.mailbox.messages();
  expect(mail?.text?.match(/\b137\b/g)).toHaveLength(1);
  expect(mail?.text).toContain('Exit code: 137\n');
  expect(mail?.html).toMatch(/Exit code<\/th><td[^>]*>137</);

  service.clock.advance(1_800);
  await service.call('GET', `/in/${id}/2`);
  await service.check();
  service.clock.advance(1_800);
  await service.check();
  expect(posted().slice(1)).toEqual([['service.miss', 2, 2]]);

  await service.call('GET', `/in/${id}/0`);
  await service.check();
  expect(posted().slice(2)).toEqual([['service.recovery', 2, null]]);
});

it('a failure without an exit code has none in its alert', async () => {
  receiver.received.length = 0;

  await service.fail(id);
  await service.check();

  expect(posted()).toEqual([['service.miss', 1, null]]);
  expect(receiver.received[0]?.json['text']).not.toContain('exit code');
});
