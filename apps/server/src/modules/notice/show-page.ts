import { createHash } from 'node:crypto'
import type { NoticeRow } from '@natim/contract/system/notice'
import { escapeHtml } from '../../platform/html.ts'

const STYLE = `body{margin:24px auto;max-width:820px;padding:0 16px;color:#1f2329;background:#fff;
font:16px/1.75 "PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:anywhere}
h1{font-size:22px;line-height:1.4;margin:0 0 8px}.meta{color:#646a73;font-size:14px;margin:0 0 24px;
padding-bottom:16px;border-bottom:1px solid #e5e6eb}img{max-width:100%;height:auto}
table{border-collapse:collapse}td,th{border:1px solid #dcdfe6;padding:4px 8px}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Scripts are forbidden on the page, and only allowed consoles may frame it. Style attributes in the text have passed
 * the sanitizer and load nothing.
 */
export function showPagePolicy(framedBy: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' http: https:",
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-popups',
    `frame-ancestors ${["'self'", ...framedBy].join(' ')}`,
  ].join('; ')
}

/** One announcement as a page: a fixed layout around escaped text and sanitized content. */
export function showPage(notice: NoticeRow): string {
  const meta = [notice.sender_dictText ?? notice.sender, notice.sendTime]
    .filter((part) => part !== null)
    .map((part) => escapeHtml(part ?? ''))
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(notice.title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(notice.title)}</h1><p class="meta">${meta.join(' · ')}</p>
<article>${notice.msgContent}</article></body></html>`
}
