export const OPERATOR_TOKEN_RULE =
  'a text of 32 to 200 letters, digits and . _ ~ + / = - that begins as no token of an owner does';

/** What can stand in an `Authorization` header (RFC 6750), and is told from the tokens of owners. */
export const OPERATOR_TOKEN_FORM = /^(?!(?:hp|hpk|hpc|mmk|cred|whsec)_)[\w.~+/=-]{32,200}$/;

export const isOperatorToken = (text: string): boolean => OPERATOR_TOKEN_FORM.test(text);
