import { writtenSentences } from './sentences.ts'
import { fitWords, probabilities, wordScores, type Example } from './softmax.ts'
import { fitTwoLayers, vectorScores } from './two-layer.ts'
import { featuresOf, places } from '../../../src/domain/safety/signs/emergency-features.ts'
import { partsOf } from '../../../src/domain/safety/signs/emergency-classifier.ts'
import { safetyMessage } from '../../../src/domain/safety/signs/safety-message.ts'
import { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import { promptsOf, tables, expectedKinds } from '../../regression/safety/prompt-tables.ts'
import { sharedRows } from '../../corpora/shared-data.ts'
import { psytar, isHeldOut, phoneSentences } from '../../corpora/sentences.ts'
import { layQuestionRows } from '../../library/question-sets.ts'
import { assessMessage } from '../../../src/domain/chat/policy/assess-message.ts'

const kinds = ['medical','overdose','self_harm']
interface Row { text: string; kind: number; weight: number; set: string; group: string }
const rows: Row[] = []
for (const {text,label,group} of writtenSentences()) rows.push({text, kind: kinds.indexOf(label), weight: 1, set:'written', group})
for (const t of tables) for (const p of promptsOf(t)) { const k=expectedKinds(p); const e=/^emergency:(\w+)/.exec(k)?.[1]; rows.push({text:p.message, kind: e?kinds.indexOf(e):-1, weight:0, set: t, group: e?'danger':k.includes('adverse')?'ae':'ordinary'}) }
sharedRows('medquad_dev.jsonl').slice(0,2800).forEach(({question}: any,i: number)=>rows.push({text:question,kind:-1,weight:i%10===0?0.3:0,set:'MedQuAD',group:'medquad'}))
psytar().filter(({text},i)=>i%5===0&&!/suic|kill|die|dead/i.test(text)).forEach(r=>rows.push({text:r.text,kind:-1,weight:isHeldOut(r)?0:r.adverse?0.15:0.5,set:'PsyTAR',group:'psytar'}))
phoneSentences().forEach(r=>rows.push({text:r.text,kind:-1,weight:r.adverse?0.3:1,set:'phone',group:'phone'}))
layQuestionRows().forEach(({question})=>rows.push({text:question,kind:-1,weight:0,set:'lay',group:'lay'}))
const parts = rows.map(r=>partsOf(r.text))
const all=[...new Set(parts.flat())]
const emb=new CachedEmbeddings(1)
const vs=await emb.embedDocuments(all); await emb.close()
const vec=new Map(all.map((p,i)=>[p,vs[i]!]))
const feat=new Map(all.map(p=>[p,featuresOf(safetyMessage(p))]))
const exampleOf=(r: Row, p: string): Example=>({features:feat.get(p)!,vector:vec.get(p)!,kind:r.kind,weight:r.weight})
const examplesOf=(rs: Row[])=>rs.flatMap(r=>{const own=parts[rows.indexOf(r)]!; return (r.kind>=0?own.slice(0,1):own).map(p=>exampleOf(r,p))})
console.time('words'); const train=examplesOf(rows.filter(r=>r.weight>0)); console.log(train.length)
const pen=Number(process.env.PEN??1)
const W=fitWords(train,places,3,pen); console.timeEnd('words')
console.time('vec'); const V=fitTwoLayers(train,{kinds:3,units:6,penalty:0.3},2); console.timeEnd('vec')
const danger=(s: number[])=>1-1/(1+s.reduce((t,x)=>t+Math.exp(x),0))
const score=(r: Row, mode: string)=>{let best=0; for(const p of parts[rows.indexOf(r)]!){const w=wordScores(W,feat.get(p)!), v=vectorScores(V,vec.get(p)!); const s=mode==='w'?w:mode==='v'?v:w.map((x,i)=>0.6*x+0.6*v[i]!); best=Math.max(best,danger(s))} return best}
const test=rows.filter(r=>r.set.startsWith('prompts'))
const asked=(r:Row)=>{const a=assessMessage(r.text,[]);return !a.emergency&&!a.adverseEvent&&!a.promptInjection&&a.queryType!=='greeting'&&a.queryType!=='off_topic'}
const ord=test.filter(r=>r.group==='ordinary'&&asked(r)), dan=test.filter(r=>r.group==='danger')
const mq=rows.filter(r=>r.set==='MedQuAD'&&r.weight===0), lay=rows.filter(r=>r.set==='lay'&&asked(r)), ps=rows.filter(r=>r.set==='PsyTAR'&&r.weight===0)
for(const mode of ['w','v','j']){
 const f=(rs: Row[])=>rs.map(r=>score(r,mode)); const D=f(dan),O=f(ord),M=f(mq),L=f(lay),P=f(ps)
 for(const t of [.2,.3,.4,.5,.6,.7,.8,.9]) console.log(mode,t,'seen',(D.filter(x=>x>=t).length/D.length).toFixed(3),'ord',(O.filter(x=>x>=t).length/O.length).toFixed(3),'medquad',M.filter(x=>x>=t).length,'lay',L.filter(x=>x>=t).length,'psytar',P.filter(x=>x>=t).length,'of',M.length,L.length,P.length)
 if(mode==='j'&&process.env.SHOW){dan.forEach((r,i)=>{if(D[i]!<.5)console.log('MISS',D[i]!.toFixed(2),kinds[r.kind],r.text)});ord.forEach((r,i)=>{if(O[i]!>=.4)console.log('FALSE',O[i]!.toFixed(2),r.text)})}
}
