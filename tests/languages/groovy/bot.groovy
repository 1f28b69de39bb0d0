def seed = args[1].toLong() % 225
def input = System.in.newReader()
for (def line = input.readLine(); line != null && !line.startsWith('EXIT'); line = input.readLine()) {
    def answer = 'B'
    if (line[0] == 'A') {
        answer = '(7,7) (0,0) (8,8)'
    } else if (!(line[0] in ['B', 'C'])) {
        def n = seed
        while (line.contains("((${n.intdiv(15) % 15},${n % 15}),")) n++
        answer = "(${n.intdiv(15) % 15},${n % 15})"
    }
    println answer
}
