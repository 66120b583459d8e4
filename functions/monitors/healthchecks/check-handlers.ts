export { getCheckPingBody, listCheckFlips, listCheckPings } from './check-history.ts';
export { deleteCheck, pauseCheck, resumeCheck, updateCheck } from './change-check.ts';
export { createCheck } from './create-check.ts';
export { getCheck, getChecksStatus, listCheckBadges, listCheckChannels, listChecks } from './read-checks.ts';
