import { assessMessage } from './src/domain/chat/policy/assess-message.ts'
import { readFileSync } from 'node:fs'
const rows = readFileSync('test/safety/prompts.tsv','utf8').split('\n').map(l=>l.split('\t')[1]).filter(Boolean) as string[]
for (let i=0;i<3;i++) { const t=performance.now(); for (const r of rows) assessMessage(r, []); console.log(rows.length, ((performance.now()-t)/rows.length).toFixed(3)) }
const long = rows.join('. ').slice(0,4000)
let t=performance.now(); for(let i=0;i<20;i++) assessMessage(long, []); console.log('long', (performance.now()-t)/20)
