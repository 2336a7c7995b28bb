/** The one place that loads a page anew: a seam, since tests cannot. */
export const pageReload = {
  now: (): void => window.location.reload(),
  /** Even where the path is that of the page. */
  to: (path: string): void => window.location.assign(path),
}
