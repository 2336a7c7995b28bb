/** The one place that loads the page anew: a seam, since tests cannot. */
export const pageReload = { now: (): void => window.location.reload() }
