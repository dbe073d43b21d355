// Numbers, plurals and lists as a language writes them. Words are in one module a language.

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export interface LanguageForms {
  /** The form for a number; `#` stands for the number. */
  plural(count: number, forms: Forms): string;
  /** `1st` or `1er`: the form for a place in an order; `#` stands for the number. */
  ordinal(place: number, forms: Forms): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A change with its sign: `+2`, `−1`. */
  signed(change: number): string;
  /** `a, b and c`. */
  list(words: readonly string[]): string;
  /** `a, b or c`. */
  choice(words: readonly string[]): string;
  percent(share: number): string;
  /** The day of a moment, given in milliseconds since 1970. */
  date(moment: number): string;
  /** Hour and minute of a moment. */
  time(moment: number): string;
}

export function forms(language: string): LanguageForms {
  const cardinals = new Intl.PluralRules(language);
  const ordinals = new Intl.PluralRules(language, { type: "ordinal" });
  const numbers = new Intl.NumberFormat(language);
  const changes = new Intl.NumberFormat(language, { signDisplay: "exceptZero" });
  const percents = new Intl.NumberFormat(language, { style: "percent" });
  const ands = new Intl.ListFormat(language, { type: "conjunction" });
  const ors = new Intl.ListFormat(language, { type: "disjunction" });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const times = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  const pick = (rule: Intl.PluralRules, count: number, words: Forms) =>
    (words[rule.select(count)] ?? words.other).replace("#", numbers.format(count));
  return {
    plural: (count, words) => pick(cardinals, count, words),
    ordinal: (place, words) => pick(ordinals, place, words),
    number: (value, options) =>
      options ? new Intl.NumberFormat(language, options).format(value) : numbers.format(value),
    signed: (change) => changes.format(change).replace("-", "−"),
    list: (words) => ands.format(words),
    choice: (words) => ors.format(words),
    percent: (share) => percents.format(share),
    date: (moment) => dates.format(moment),
    time: (moment) => times.format(moment),
  };
}
