/** Pages too small to be files of their own: together they pack better, and none of them is where a visit is long. */
export { Screen as Contact } from './contact/contact-screen.tsx';
export { Screen as Numbers } from './numbers/numbers-screen.tsx';
export { Screen as Partners } from './partners/partners-screen.tsx';
