/** A part of a multipart body: a text, or a file with its name. */
type Part = string | { readonly name: string; readonly bytes: Buffer | string }

/** Body and headers of a multipart call, as a browser sends them. */
export async function multipart(
  parts: readonly (readonly [name: string, part: Part])[],
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new Blob([new Uint8Array(Buffer.from(part.bytes as string))]), part.name)
  }
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  return { body: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': contentType } }
}
