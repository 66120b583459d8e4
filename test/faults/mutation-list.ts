/** A mistake somebody could make: a text that stands once in a file, and what takes its place. */
export interface Mutation {
  name: string;
  file: string;
  from: string;
  to: string;
  /** A second place in the same file. */
  also?: { from: string; to: string };
}

const MONITORS = 'lib/data/monitors.ts';
const ALERTS = 'lib/data/alerts.ts';

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a monitor is replaced without its condition',
    file: MONITORS,
    from: "ConditionExpression: `rev = :rev AND ${unseen ? 'attribute_not_exists(lastEventAt)' : 'lastEventAt = :lastEventAt'}`,\n    ExpressionAttributeValues: { ':rev': before.rev, ...(!unseen && { ':lastEventAt': before.lastEventAt }) },",
    to: '',
  },
  {
    name: 'a monitor is replaced without looking at its last success',
    file: MONITORS,
    from: "ConditionExpression: `rev = :rev AND ${unseen ? 'attribute_not_exists(lastEventAt)' : 'lastEventAt = :lastEventAt'}`,\n    ExpressionAttributeValues: { ':rev': before.rev, ...(!unseen && { ':lastEventAt': before.lastEventAt }) },",
    to: "ConditionExpression: 'rev = :rev',\n    ExpressionAttributeValues: { ':rev': unseen ? before.rev : before.rev },",
  },
  {
    name: 'a healthy ping does not look at the revision',
    file: MONITORS,
    from: "ConditionExpression: 'rev = :rev AND lastEventAt < :lastEventAt',",
    to: "ConditionExpression: '(rev = :rev OR rev <> :rev) AND lastEventAt < :lastEventAt',",
  },
  {
    name: 'a healthy ping may bring the last success back',
    file: MONITORS,
    from: "ConditionExpression: 'rev = :rev AND lastEventAt < :lastEventAt',",
    to: "ConditionExpression: 'rev = :rev',",
  },
  {
    name: 'a healthy ping takes any lost condition for a newer ping',
    file: MONITORS,
    from: "if (lost.current?.['rev'] !== before.rev) throw lost;",
    to: '',
  },
  {
    name: 'a failure that seems to change nothing is not written',
    file: 'functions/ingest/record-signal.ts',
    from: "if (signal.kind === 'log') return",
    to: "if (signal.kind === 'log' || (signal.kind === 'fail' && isRoutine(before, after))) return",
  },
  {
    name: 'the alerts are written after the transaction of the incident',
    file: 'functions/checker/check-monitor.ts',
    from: 'await transact(deps.table, [replaceMonitorItem(deps.table, before, after), ...items]);',
    to: 'await replaceMonitor(deps.table, before, after);\n  await transact(deps.table, items);',
  },
  {
    name: 'the alerts are written before the transaction of the incident',
    file: 'functions/checker/check-monitor.ts',
    from: 'await transact(deps.table, [replaceMonitorItem(deps.table, before, after), ...items]);',
    to: 'await transact(deps.table, items);\n  await replaceMonitor(deps.table, before, after);',
  },
  {
    name: 'the outbox is not due',
    file: 'lib/flows/new-alert.ts',
    from: 'dueAt: untold ? null : createdAt + LIMITS.checkEverySec * 1000,',
    to: 'dueAt: null,',
  },
  {
    name: 'the alert is told before it is claimed',
    file: 'lib/flows/delivery/deliver.ts',
    from: '  const { alert: claimed, waitSec } = await claim(deps, ref);\n  return claimed ? deliverClaimed(deps, claimed) : waitSec;',
    to: `  const { getAlert } = await import('../../data/alerts.ts');
  const seen = await getAlert(deps.table, ref.monitorId, ref.sk);
  const early = seen && (await getMonitor(deps.table, seen.monitorId));
  const told =
    seen?.state === 'pending' && early?.active && seen.notice.kind !== 'recovery' && (await tell(deps, [seen], early));
  const { alert: claimed, waitSec } = await claim(deps, ref);
  if (!claimed) return waitSec;
  return told ? finish(deps, claimed, told) : deliverClaimed(deps, claimed);`,
  },
  {
    name: 'the claim takes what is taken',
    file: ALERTS,
    from: "'#state = :pending AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)'",
    to: "'#state = :pending AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now OR claimedUntil > :now)'",
  },
  {
    name: 'the claim takes what is final',
    file: ALERTS,
    from: "'#state = :pending AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)'",
    to: "'(#state = :pending OR #state <> :pending) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)'",
  },
  {
    name: 'a claim never ends',
    file: ALERTS,
    from: "'#state = :pending AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)'",
    to: "'#state = :pending AND (attribute_not_exists(claimedUntil) OR claimedUntil = :now)'",
  },
  {
    name: 'the alert is settled before it is sent',
    file: 'lib/flows/delivery/deliver.ts',
    from: '  return finish(deps, next.tell, await tell(deps, [next.tell], next.monitor));',
    to: `  await finish(deps, next.tell, { state: 'sent', outcome: 'delivered', status: 200, detail: '', durationMs: 0 });
  await tell(deps, [next.tell], next.monitor);
  return null;`,
  },
  {
    name: 'the answer does not wait for the settlement',
    file: 'lib/flows/delivery/finish.ts',
    from: '  await settle(',
    to: '  void settle(',
  },
  {
    name: 'a settlement does not look whose claim it is',
    file: ALERTS,
    from: "dueAt, duePk'),\n    ConditionExpression: 'claimedUntil = :claim',",
    to: "dueAt, duePk'),\n    ConditionExpression: 'claimedUntil = :claim OR attribute_exists(pk)',",
  },
  {
    name: 'a failed try is final',
    file: 'lib/flows/delivery/finish.ts',
    from: "state === 'failed' && !test ? nextTryOf(claimed.attempts.length + 1) : null",
    to: 'test ? nextTryOf(claimed.attempts.length + 1) : null',
  },
  {
    name: 'a failed try is not due again',
    file: ALERTS,
    from: "', nextTryAt = :next, dueAt = :due REMOVE claimedUntil'",
    to: "', nextTryAt = :next, lost = :due REMOVE claimedUntil, dueAt, duePk'",
  },
  {
    name: 'a failed try is repeated by each message about it',
    file: ALERTS,
    from: "' AND (attribute_not_exists(nextTryAt) OR nextTryAt <= :now)',",
    to: "' AND (attribute_not_exists(nextTryAt) OR nextTryAt <= :now OR nextTryAt > :now)',",
  },
  {
    name: 'a retry has a new id',
    file: 'lib/flows/delivery/post-alerts.ts',
    from: "const id = notices[0]?.alertId ?? '';",
    to: "const id = `${notices[0]?.alertId ?? ''}-${deps.clock.now()}`;",
  },
  {
    name: 'an alert has a new id whenever it is decided',
    file: 'functions/checker/alerts-for.ts',
    from: '[id, createdAt, incident, alertNumber, kind, channel]',
    to: '[incident, alertNumber, kind, channel]',
  },
  {
    name: 'the due time moves without a condition',
    file: 'lib/data/due.ts',
    from: "ConditionExpression: 'rev = :rev',",
    to: "ConditionExpression: 'rev = :rev OR attribute_exists(pk)',",
  },
  {
    name: 'a requeue does not look at the alert',
    file: ALERTS,
    from: "ConditionExpression: '#state = :pending AND dueAt = :seen',",
    to: "ConditionExpression: '(#state = :pending AND dueAt = :seen) OR attribute_exists(pk)',",
  },
  {
    name: 'the checker does not send again what is unconfirmed',
    file: 'functions/checker/requeue.ts',
    from: 'if (monitor) return [outgoingOf(alert, monitor)];',
    to: 'if (monitor) return [];',
  },
  {
    name: 'a queue that fails fails the check and the request',
    file: 'lib/flows/send-or-leave.ts',
    from: "deps.log.error('queue_unavailable', error, { messages: messages.length });",
    to: 'throw error;',
  },
  {
    name: 'a message that must come again is acknowledged',
    file: 'functions/notifier/notifier.ts',
    from: 'again.push(record.messageId);',
    to: '',
  },
  {
    name: 'a fault of ours acknowledges the message',
    file: 'functions/notifier/notifier.ts',
    from: "deps.log.error('alert_settle_failed', error);\n    return 60;",
    to: "deps.log.error('alert_settle_failed', error);\n    return null;",
  },
  {
    name: 'a recovery does not wait for its alert',
    file: 'lib/domain/alert/turn.ts',
    from: "  return { kind: 'wait', until: Math.max(now + A_MOMENT_MS, ahead?.nextTryAt ?? 0) };",
    to: `  if (alert.notice.kind === 'recovery') return { kind: 'tell', insteadOf: [] };
  return { kind: 'wait', until: Math.max(now + A_MOMENT_MS, ahead?.nextTryAt ?? 0) };`,
  },
  {
    name: 'a new monitor is counted in a second write',
    file: 'lib/flows/register-monitor.ts',
    from: '      pointerItem(table, monitor),\n      passed.item,\n      ...consent.items,\n    ]);',
    to: '      pointerItem(table, monitor),\n      ...consent.items,\n    ]);\n    await transact(table, [passed.item]);',
  },
  {
    name: 'a new monitor is listed in a second write',
    file: 'lib/flows/register-monitor.ts',
    from: '      pointerItem(table, monitor),\n      passed.item,\n      ...consent.items,\n    ]);',
    to: '      passed.item,\n      ...consent.items,\n    ]);\n    await transact(table, [pointerItem(table, monitor)]);',
  },
  {
    name: 'a deletion gives the allowance back in a second write',
    file: 'functions/monitors/delete-monitor.ts',
    from: '    countItem(',
    to: '  ]);\n  await transact(ctx.table, [\n    countItem(',
  },
  {
    name: 'a patch counts e-mail alerts in a second write',
    file: 'functions/monitors/patch-monitor.ts',
    from: 'const writes = [replaceMonitorItem(ctx.table, monitor, changed), ...counted, ...consent.items];\n  await transact(ctx.table, [...writes, ...cleared]);',
    to: 'const writes = [replaceMonitorItem(ctx.table, monitor, changed), ...consent.items];\n  await transact(ctx.table, [...writes, ...cleared]);\n  if (counted.length > 0) await transact(ctx.table, counted);',
  },
  {
    name: 'a first ping by key is counted in a second write',
    file: 'functions/ingest/find-or-create.ts',
    from: '    counted,\n  ]);',
    to: '  ]);\n  await transact(table, [counted]);',
  },
  {
    name: 'an import counts in a second write',
    file: 'lib/flows/register-block.ts',
    from: 'await transact(deps.table, [commitBlockItem(deps.table, block), countImportItem(item, owner)]);',
    to: 'await transact(deps.table, [commitBlockItem(deps.table, block)]);\n    await transact(deps.table, [countImportItem(item, owner)]);',
  },
  {
    name: 'a staged block is not due',
    file: 'lib/data/monitor-blocks.ts',
    from: 'Item: { ...key, ...fields, duePk: duePartition(key.pk) }',
    to: 'Item: { ...key, ...fields, shard: duePartition(key.pk) }',
  },
  {
    name: 'a committed block is cleared away',
    file: 'lib/data/monitor-blocks.ts',
    from: "if (!item || item['state'] === 'committed') return;",
    to: 'if (!item) return;',
    also: {
      from: "ConditionExpression: '#state <> :committed',",
      to: "ConditionExpression: '#state <> :committed OR attribute_exists(pk)',",
    },
  },
  {
    name: 'the event of a refused ping stays',
    file: 'functions/ingest/record-signal.ts',
    from: 'if (written) await Promise.all([deleteEvent(table, monitorId, id), deleteOutput(table, monitorId, id)]);',
    to: '',
  },
  {
    name: 'each decision of a ping writes an event of its own',
    file: 'functions/ingest/record-signal.ts',
    from: '    const event: MonitorEvent = {\n      id,',
    to: '    const event: MonitorEvent = {\n      id: eventIdOf(at, newTail()),',
  },
  {
    name: 'a ping is answered before its writes are done',
    file: 'functions/ingest/record-signal.ts',
    from: '    await allDone(',
    to: '    void allDone(',
  },
  {
    name: 'a ping fails without waiting for its other write',
    file: 'lib/flows/all-done.ts',
    from: 'const results = await Promise.allSettled(work);',
    to: 'if (work.length > 0) return Promise.all(work);\n  const results: PromiseSettledResult<T>[] = [];',
  },
  {
    name: 'a ping whose event was not written is answered 200',
    file: 'lib/flows/all-done.ts',
    from: "for (const result of results) if (result.status === 'rejected') throw result.reason;",
    to: "if (results[1]?.status === 'rejected') throw results[1].reason;",
  },
  {
    name: 'a guest is written in two writes',
    file: 'lib/data/owners.ts',
    from: '    put({ ...spaceKey(guest.spaceId), ownerId: guest.ownerId, createdAt: guest.now }),\n  ]);',
    to: '  ]);\n  await transact(table, [put({ ...spaceKey(guest.spaceId), ownerId: guest.ownerId, createdAt: guest.now })]);',
  },
  {
    name: 'a question for consent is not due',
    file: 'lib/data/consents.ts',
    from: 'Item: { ...key, ...present, duePk: duePartition(key.pk) },',
    to: 'Item: { ...key, ...present },',
  },
  {
    name: 'a question for consent is settled before it is mailed',
    file: 'functions/notifier/ask-for-consent.ts',
    from: '  const token = consentToken(',
    to: '  await settleConsentMail(deps.table, consent, now);\n  const token = consentToken(',
  },
  {
    name: 'a check judges nothing again after a lost condition',
    file: 'functions/checker/check-monitor.ts',
    from: 'const monitor = lost ? await getMonitor(deps.table, seen.id) : seen;',
    to: 'const monitor = lost ? undefined : seen;',
  },
  {
    name: 'an import does not look for another import',
    file: 'lib/data/owners.ts',
    from: 'ConditionExpression: `${Update.ConditionExpression} AND imports = :seenImports`,',
    to: 'ConditionExpression: `${Update.ConditionExpression} AND imports >= :zero`,',
    also: { from: "':seenImports': owner.imports,", to: "':zero': 0," },
  },
  {
    name: 'an alert sent once more is not due',
    file: ALERTS,
    from: "UpdateExpression: 'SET #state = :pending, dueAt = :due, duePk = :shard, reopened = :yes',",
    to: "UpdateExpression: 'SET #state = :pending, dueAt = :due, keptIn = :shard, reopened = :yes',",
  },
  {
    name: 'a question for consent is asked by everybody who meets it',
    file: 'lib/data/consent-mails.ts',
    from: "' AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',",
    to: "' AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now OR claimedUntil > :now)',",
  },
  {
    name: 'a group settles only the first of its alerts',
    file: 'lib/flows/delivery/deliver-group.ts',
    from: 'return allDone(members.map((alert) => finish(deps, alert, told)));',
    to: 'return allDone(members.slice(0, 1).map((alert) => finish(deps, alert, told)));',
  },
];
