/** The fields of a form that hold any text. */
type TextOf<Form> = { [Field in keyof Form]: string extends Form[Field] ? Field : never }[keyof Form];

/** A text of a form as `TextField` takes it; `set` is told of what is typed. */
export function textIn<Form extends object>(
  form: Form,
  set: (changed: Partial<Form>) => void,
  field: TextOf<Form>,
): { value: string } {
  return {
    get value() {
      return form[field] as string;
    },
    set value(text) {
      set({ [field]: text } as Partial<Form>);
    },
  };
}
