# A first episode: julia episode.jl
const lib = get(ENV, "HILLTOP_LIBRARY", "libhilltop.so.1")
n = 100
settings = """{"game":"pazaak","games":$n,"players":[{"name":"me"},{"bot":"kid"}]}"""
games = ccall((:hilltop_games_create, lib), Ptr{Cvoid}, (Cstring, Ptr{UInt8}, Csize_t), settings, C_NULL, 0)
array(name, T, dims) = unsafe_wrap(Array, Ptr{T}(ccall((:hilltop_games_array, lib), Ptr{Cvoid}, (Ptr{Cvoid}, Cstring), games, name)), dims)
seen, reward, action = array("observation", Int16, (33, n)), array("reward", Float32, (2, n)), array("action", Int32, (n,))
won = lost = 0
for step in 1:1000
    action .= seen[4, :] .>= 16  # END below 16, else STAND
    ccall((:hilltop_games_step, lib), Cint, (Ptr{Cvoid}, Ptr{Cvoid}), games, C_NULL) == 0 || error("illegal")
    global won += count(>(0), reward[1, :]); global lost += count(<(0), reward[1, :])
end
println("$won won, $lost lost")
