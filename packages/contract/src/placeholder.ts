export const NOTHING_YET = true
