/** The way of a new monitor, which is gone as one, and packs better as one. */
export { Screen as New } from './new/new-screen.tsx';
export { Screen as Started } from './started/started-screen.tsx';
