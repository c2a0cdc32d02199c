/** How punctual and complete the lists of the last days were: what the market says about itself. */
export interface Punctuality {
  /** The days before today that are counted. */
  days: number;
  /** Days with a list, closed days, and open days without a list: together `days`. */
  lists: number;
  closed: number;
  missing: number;
  /** The middle of the times in Colombo at which lists were saved on their own day; null without such a list. */
  usual_time: string | null;
  /** Prices of a list in percent of the products that are on the list now; null without a list. */
  share_percent: number | null;
  /** The prices that were changed after publication in these days. */
  corrections: number;
}
