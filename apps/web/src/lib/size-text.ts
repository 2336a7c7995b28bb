const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Human-readable size: `512 B`, `1.4 MB`. */
export function sizeText(sizeBytes: number): string {
  let size = sizeBytes
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}
