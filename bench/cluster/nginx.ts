import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support.ts'
import { fill } from './pgbouncer.ts'
import { find, listens, scratchFolder, startProgram } from './program.ts'

const template = new URL('../../deploy/nginx/care.conf.template', import.meta.url)

export const nginxPath = find('nginx')

/** What the nginx image brings around the template. */
const around = (folder: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/care.conf;
}`

/** nginx before instances, with the settings of `deploy`. */
export async function startNginx(ports: readonly number[]) {
  const folder = await scratchFolder('nginx')
  const port = await freePort()
  const servers = ports.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`).join('\n    ')
  const text = fill(await readFile(template, 'utf8'), { CARE_SERVERS: servers, NGINX_LISTEN: `127.0.0.1:${port}` })
  await writeFile(join(folder.path, 'care.conf'), text)
  await writeFile(join(folder.path, 'nginx.conf'), around(folder.path))
  const program = startProgram(nginxPath ?? 'nginx', ['-p', folder.path, '-e', 'stderr', '-c', join(folder.path, 'nginx.conf')], {
    asServerUser: true,
  })
  await listens(port, program)
  return {
    url: `http://127.0.0.1:${port}`,
    output: program.output,
    async stop() {
      await program.end('SIGTERM')
      await folder.remove()
    },
  }
}
