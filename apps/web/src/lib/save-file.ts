/** Hands a file to the browser's downloads. An empty one is a failed download (spec §8). */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has only started the download; the address must outlive it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
