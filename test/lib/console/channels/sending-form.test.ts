import { describe, expect, it } from 'vitest';
import {
  changedSending,
  kindOf,
  sendingBody,
  sendingForm,
} from '../../../../lib/console/channels/sending-form.ts';
import { channelUrl, reader } from '../../../../lib/console/words/checks.ts';
import type { OwnersChannel } from '../../../../lib/console/words/told-by.ts';

const HOOK = 'https://example.com/hook';
const PLAIN = {
  priority: null,
  method: 'POST',
  content_type: 'application/json',
  body_down: null,
  body_up: null,
};
const channel: OwnersChannel = {
  id: 'chaaaaaaaaaaaaaaaaaa',
  name: 'Ops',
  kind: 'webhook',
  url: HOOK,
  hears: ['fail'],
  tags: [],
  on: true,
  key_set: false,
  priority: null,
  method: 'PUT',
  headers_set: ['authorization'],
  content_type: 'text/plain',
  body_down: '{{text}}',
  body_up: null,
  created_at: '2027-03-01T12:00:00.000Z',
  last: null,
  failing_since: null,
};

describe('what is typed of how a channel is sent to', () => {
  it('is sent as what most want where nothing is typed', () => {
    expect(sendingBody(sendingForm(), HOOK)).toEqual({ ...PLAIN, key: null });
  });

  it('has the kind of its URL until another is chosen', () => {
    expect(kindOf({ kind: '' }, ' https://events.pagerduty.com/v2/enqueue ')).toBe('pagerduty');
    expect(kindOf({ kind: 'ntfy' }, HOOK)).toBe('ntfy');
  });

  it('has a header a line, of which one without a value ends', () => {
    const headers = 'Authorization: Bearer a:b\n\n X-Old :\nX-Gone';
    expect(sendingBody({ ...sendingForm(), headers }, HOOK).headers).toEqual({
      Authorization: 'Bearer a:b',
      'X-Old': null,
      'X-Gone': null,
    });
  });

  it('keeps what there is of a channel, and its secrets by not naming them', () => {
    expect(sendingBody(sendingForm(channel), HOOK)).toEqual({
      ...PLAIN,
      key: null,
      method: 'PUT',
      content_type: 'text/plain',
      body_down: '{{text}}',
    });
    const pager = { ...channel, kind: 'pagerduty', key_set: true } as const;
    expect(sendingBody(sendingForm(pager), HOOK)).not.toHaveProperty('key');
  });

  it('sends nothing of a webhook with another kind', () => {
    const form = { ...sendingForm(channel), kind: 'gotify', key: ' token-of-app ', priority: '9' } as const;
    expect(sendingBody(form, HOOK)).toEqual({
      ...PLAIN,
      kind: 'gotify',
      key: 'token-of-app',
      priority: 9,
      content_type: 'text/plain',
    });
  });
});

describe('a channel of AWS', () => {
  const ARN = 'arn:aws:sns:eu-west-1:111122223333:alerts';

  it('is typed where a URL is, and a number where an address is', () => {
    expect(kindOf(sendingForm(), ` ${ARN} `)).toBe('sns');
    expect([channelUrl(ARN), channelUrl(HOOK), reader('+491701234567'), reader('a@example.com')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(channelUrl('arn:aws:sqs:eu-west-1:111122223333:alerts')).toContain('https://');
    expect(reader('+49 170')).toContain('e-mail address');
  });

  it('ends the headers of the URL that it takes the place of, for which it has no field', () => {
    expect(changedSending(sendingForm(channel), ARN, channel)).toMatchObject({
      headers: null,
      method: 'POST',
    });
    expect(changedSending(sendingForm(channel), HOOK, channel)).toEqual({});
  });
});
