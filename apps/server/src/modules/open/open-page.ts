import { OPEN_SCOPES } from '@natim/contract/mon/api-token'
import {
  MAX_OPEN_LIMIT,
  type OpenCall,
  openAlarm,
  openAqi,
  openBucket,
  openEndpoints,
  openSample,
  openStation,
} from '@natim/contract/mon/open'
import { keysOf } from '@natim/domain/record'
import { escapeHtml } from '../../platform/html.ts'

const ROWS: Readonly<Record<OpenCall, { readonly shape: object }>> = {
  stations: openStation,
  latest: openSample,
  hour: openBucket,
  day: openBucket,
  aqi: openAqi,
  alarms: openAlarm,
}

const CSS = `body{margin:0 auto;max-width:920px;padding:24px;color:#1f1f1f;background:#fff;font:15px/1.7 "Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif}
h1{font-size:24px}h2{margin-top:32px;font-size:18px}pre{padding:12px 16px;overflow:auto;background:#f5f5f5}code{font-family:ui-monospace,monospace;font-size:13px}
table{border-collapse:collapse}td,th{padding:4px 14px 4px 0;border-bottom:1px solid #d9d9d9;text-align:left;vertical-align:top}
@media (prefers-color-scheme:dark){body{color:#e8e8e8;background:#141414}pre{background:#262626}a{color:#69b1ff}td,th{border-color:#424242}}`

/** Examples of the page; a test runs them against a live console. */
export const openExamples = (publicUrl: string) => ({
  curl: `curl -sS -H "Authorization: Bearer $NATIM_TOKEN" "${publicUrl}/open/v1/latest?region=32&limit=10"`,
  csv: `curl -sS -H "Authorization: Bearer $NATIM_TOKEN" -H "Accept: text/csv" "${publicUrl}/open/v1/stations"`,
  python: `import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = "${publicUrl}/open/v1"
HEADERS = {"Authorization": "Bearer " + os.environ["NATIM_TOKEN"]}


def read(call, **query):
    """All rows of a call, page by page; waits when the rate is exceeded."""
    while True:
        url = f"{BASE}/{call}?{urllib.parse.urlencode(query)}"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=HEADERS)) as answer:
                page = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise SystemExit(json.load(error)["detail"])
            time.sleep(int(error.headers["Retry-After"]))
            continue
        yield from page["data"]
        if page["next"] is None:
            return
        query["cursor"] = page["next"]


now = int(time.time() * 1000)
for row in read("hour", metric="pm25", **{"from": now - 6 * 3600 * 1000, "to": now}):
    print(row["t"], row["stationId"], row["value"], row["unit"])
`,
})

/** Documentation page: the calls, their parameters, and examples that run unchanged. */
export function openPageHtml(publicUrl: string): string {
  const { curl, csv, python } = openExamples(publicUrl)
  const names = keysOf(openEndpoints)
  const calls = names
    .map((name) => {
      const fields = Object.keys(ROWS[name].shape)
      return `<tr><td><code>GET /open/v1/${name}</code></td><td>${OPEN_SCOPES[name]}</td><td><code>${fields.join(' ')}</code></td></tr>`
    })
    .join('\n')
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>NATIM 开放接口</title>
<style>${CSS}</style></head><body>
<h1>NATIM 开放接口</h1>
<p>监测数据的只读接口。令牌由管理员在「报告中心 › 开放令牌」中生成，只能读取其区域、数据种类和发布级别之内的数据。
机器可读的说明：<a href="/open/v1/openapi.json">openapi.json</a>（OpenAPI 3.1）。</p>
<h2>示例</h2>
<pre><code>export NATIM_TOKEN=natim_…
${escapeHtml(curl)}
${escapeHtml(csv)}</code></pre>
<p>Python 3，不需要其他软件包：</p>
<pre><code>${escapeHtml(python)}</code></pre>
<h2>接口</h2>
<table><thead><tr><th>地址</th><th>内容</th><th>字段</th></tr></thead><tbody>${calls}</tbody></table>
<h2>约定</h2>
<ul>
<li>请求头 <code>Authorization: Bearer 令牌</code>。控制台的登录 Token 不能用于这里，令牌也不能用于控制台。</li>
<li><code>from</code> 与 <code>to</code> 是带时区的 ISO 8601 时间或毫秒时间戳，不含 from，含 to。小时值和日值以结束时刻标记，日按 GMT+8。</li>
<li><code>region</code> 是 GB/T 2260 代码的前 2、4 或 6 位；<code>limit</code> 最多 ${MAX_OPEN_LIMIT}。</li>
<li>一页之后还有数据时，<code>next</code> 不为空，也写在响应头 <code>Link</code> 中；下一次请求带上 <code>cursor</code>。</li>
<li>响应带 <code>ETag</code>；带 <code>If-None-Match</code> 再次请求，数据没有变化时得到 304。</li>
<li>超过每分钟次数得到 429，<code>Retry-After</code> 是要等待的秒数。</li>
<li>失败时内容是 <code>application/problem+json</code>：<code>code</code> 供程序判断，<code>detail</code> 供人阅读。</li>
<li>呼气、生命体征与核生化数据从不发布；演练报警也不发布。</li>
</ul>
</body></html>`
}
