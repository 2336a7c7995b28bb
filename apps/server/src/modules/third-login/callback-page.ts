import type { ThirdLoginChoice } from '@natim/contract/system/third-login'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/**
 * The final page of a popup. Its script posts one value to the opener, restricted to the listed origins: the browser
 * delivers it to no other page.
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

/** Served as a file: the page policy forbids inline scripts. */
export const CALLBACK_SCRIPT = `const { value, origins } = document.currentScript.dataset
if (window.opener) {
  for (const origin of JSON.parse(origins)) window.opener.postMessage(JSON.parse(value), origin)
  window.close()
}
`
