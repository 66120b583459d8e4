/** The screens of one monitor, from its making on, of which one leads to the next: together they pack better. */
export { Screen as Monitor } from './monitor/monitor-screen.tsx';
export { Screen as New } from './new/new-screen.tsx';
export { Screen as Started } from './started/started-screen.tsx';
