/** Whether a paste contains pictures: as files, or in its HTML. */
export function hasPictures(data: { readonly files: Iterable<File>; getData(type: string): string }): boolean {
  const isFile = [...data.files].some(({ type }) => type.startsWith('image/'))
  return isFile || /<(?:img|picture|svg)\b/i.test(data.getData('text/html'))
}

/** Removes pictures and videos from HTML; the text is still inserted (WG-92). */
export function withoutPictures(html: string): string {
  // Inert document: nothing in it is loaded or run.
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const picture of page.querySelectorAll('img, picture, svg, video')) picture.remove()
  return page.body.innerHTML
}
