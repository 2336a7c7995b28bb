import type { ThirdLoginChoice } from '@natim/contract/system/third-login'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/**
 * The page a popup ends on. Its script hands one value to the window that opened it, for the listed origins only:
 * the browser delivers it to none but a page of theirs.
 */
export function callbackPage(
  value: string | ThirdLoginChoice,
  { scriptPath, origins }: { readonly scriptPath: string; readonly origins: readonly string[] },
): string {
  const data = `data-value="${attribute(JSON.stringify(value))}" data-origins="${attribute(JSON.stringify(origins))}"`
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>第三方登录</title></head>
<body><p>正在返回登录页面，此窗口将自动关闭。</p><script src="${attribute(scriptPath)}" ${data}></script></body>
</html>
`
}

/** Served as a file: the page policy allows no script inside a page. */
export const CALLBACK_SCRIPT = `const { value, origins } = document.currentScript.dataset
if (window.opener) {
  for (const origin of JSON.parse(origins)) window.opener.postMessage(JSON.parse(value), origin)
  window.close()
}
`
