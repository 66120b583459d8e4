/**
 * A dot-atom of RFC 5322 of up to 64 characters, an @ and a host name of RFC 1123 whose last part is letters or
 * punycode. What would need quotes or could end a header is no part of it.
 */
export const MAIL_ADDRESS =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z\d-]{0,58}[A-Za-z\d])$/i;

export const MAIL_ADDRESS_MAX_CHARS = 254;

/** Whether mail may be sent to it. */
export const isMailAddress = (text: string) =>
  text.length <= MAIL_ADDRESS_MAX_CHARS && MAIL_ADDRESS.test(text);
