object Bot {
  def main(arguments: Array[String]): Unit = {
    val seed = arguments(1).toInt % 225
    for (line <- io.Source.stdin.getLines.takeWhile(!_.startsWith("EXIT"))) println(line.head match {
      case 'A' => "(7,7) (0,0) (8,8)"
      case 'B' | 'C' => "B"
      case _ => Iterator.from(seed).map(n => s"(${n / 15 % 15},${n % 15})").find(p => !line.contains(s"($p,")).get
    })
  }
}
