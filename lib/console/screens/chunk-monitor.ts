/** The screens of one monitor, from its making on, and of incidents, of which one leads to the next: together they pack better. */
export { Screen as Day } from './day/day-screen.tsx';
export { Screen as Incident } from './incident/incident-screen.tsx';
export { Screen as Incidents } from './incidents/incidents-screen.tsx';
export { Screen as Monitor } from './monitor/monitor-screen.tsx';
export { Screen as New } from './new/new-screen.tsx';
export { Screen as Started } from './started/started-screen.tsx';
