/*
 * Fetches the code of the first page beside that of the frame, instead of after the frame has run: who is signed in will
 * see the console, everybody else the login form. vite/first-page-plugin.ts names the files.
 */
;(() => {
  const { console: ofConsole = '', login = '' } = document.currentScript.dataset
  let isSignedIn = false
  try {
    isSignedIn = localStorage.getItem('Access-Token') !== null
  } catch {
    // Storage is closed to us, as it will be to the console.
  }
  for (const href of (isSignedIn ? ofConsole : login).split(' ').filter(Boolean)) {
    const isStyle = href.endsWith('.css')
    const link = Object.assign(document.createElement('link'), { rel: isStyle ? 'preload' : 'modulepreload', href })
    // The style sheet will be asked for in this way: a preload in another is not taken for it.
    if (isStyle) Object.assign(link, { as: 'style', crossOrigin: '' })
    document.head.append(link)
  }
})()
