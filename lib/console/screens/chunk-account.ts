/** The screens of accounts, which are seldom opened: together they pack better. */
export { Screen as Account } from './account/account-screen.tsx';
export { Screen as Organization } from './organization/organization-screen.tsx';
