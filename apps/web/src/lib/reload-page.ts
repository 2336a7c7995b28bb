/** The one place that reloads a page: a seam, since tests cannot. */
export const pageReload = {
  now: (): void => window.location.reload(),
  /** Loads anew even when the path is unchanged. */
  to: (path: string): void => window.location.assign(path),
}
