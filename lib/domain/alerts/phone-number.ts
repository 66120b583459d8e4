/** As E.164 has it: a plus, a country and a number, 15 digits at most. */
export const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;

/** Whether it can be sent a text; no mail address is one. */
export const isPhoneNumber = (text: string) => PHONE_NUMBER.test(text);
