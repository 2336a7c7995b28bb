/** List of rules. */
export const RULES = '/mon/alarm/rule'
export const rulePath = (id: string) => `${RULES}/${id}`
export const NEW_RULE = rulePath('new')
export const fromTemplate = (code: string) => `${NEW_RULE}?template=${code}`
export const copyOf = (id: string) => `${NEW_RULE}?copy=${id}`

/** Link to an alarm. */
export const alarmPath = (id: string) => `/mon/alarm/list?~=${encodeURIComponent(JSON.stringify({ alarm: id }))}`
/** Alarms of a rule that are not closed. */
export const alarmsOfPath = (ruleId: string) =>
  `/mon/alarm/list?~=${encodeURIComponent(JSON.stringify({ filters: { ruleId } }))}`
